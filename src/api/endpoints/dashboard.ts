/** Endpoints of the dashboard: a signed-in user, never a key. All act in the project of `Octavo-Project`, or in its organisation. */
import { documentSchema } from '../../contract/document.ts';
import {
  apiKeyListSchema,
  apiKeyMadeSchema,
  apiKeyRequestSchema,
  apiKeySchema,
  auditListSchema,
  brandPreviewRequestSchema,
  dashboardSessionSchema,
  deletedInvitationSchema,
  deletedMemberSchema,
  deletedProjectSchema,
  endedSessionSchema,
  endedSessionsSchema,
  invitationListSchema,
  invitationMadeSchema,
  invitationRequestSchema,
  loggedRequestDetailSchema,
  loggedRequestListSchema,
  memberListSchema,
  memberPatchSchema,
  memberSchema,
  projectPatchSchema,
  projectRequestSchema,
  projectSettingsSchema,
  userSessionListSchema,
} from '../../contract/dashboard.ts';
import type { Permission } from '../../contract/vocabulary.ts';
import { auditQuerySchema, requestListQuerySchema } from '../queries.ts';
import { OF_BODY, OF_ONE, type Endpoint } from './endpoint.ts';

type Row = Omit<Endpoint, 'method' | 'path' | 'tag' | 'needs' | 'refusals'> & { refusals?: Endpoint['refusals'] };

/**
 * A route of the dashboard: whoever may not do it is refused, and so is a change that comes from another page. Its own types stay, for the
 * client in web/ is inferred from them.
 */
const route =
  <const M extends Endpoint['method']>(method: M) =>
  <const P extends string, const R extends Row>(path: P, needs: Permission, { refusals = [], ...row }: R) => ({
    ...row,
    method,
    path: `/dashboard/${path}` as const,
    tag: 'Dashboard' as const,
    needs,
    refusals: [
      ...new Set([
        ...OF_ONE,
        ...(needs === 'self' ? [] : (['forbidden'] as const)),
        ...(method === 'GET' ? [] : (['origin_refused'] as const)),
        ...(row.body === undefined ? [] : OF_BODY),
        ...refusals,
      ]),
    ],
  });
const read = route('GET');
const create = route('POST');
const update = route('PATCH');
const remove = route('DELETE');

const OWN_SESSION = {
  getDashboardSession: read('session', 'self', {
    summary: 'Who is signed in',
    description:
      'Tells a page who is looking at it: the user, the organisations the user belongs to with their projects, the project this request acted in, and when the session ends.',
    answers: { 200: { description: 'The user, with organisations and projects.', schema: dashboardSessionSchema } },
  }),
  listSessions: read('sessions', 'self', {
    summary: "List the user's sessions",
    description: 'Every browser or device on which the user is signed in, so that one that is not theirs can be ended.',
    answers: { 200: { description: 'All that hold, latest first.', schema: userSessionListSchema } },
  }),
  endSession: remove('sessions/{session_id}', 'self', {
    summary: 'End a session',
    description: 'At once, everywhere; the own one too.',
    answers: { 200: { description: 'It has ended.', schema: endedSessionSchema } },
  }),
  endOtherSessions: remove('sessions', 'self', {
    summary: 'End all other sessions',
    description: 'Signs the user out everywhere but here, at once.',
    answers: { 200: { description: 'How many there were.', schema: endedSessionsSchema } },
  }),
};

const KEYS = {
  listKeys: read('keys', 'configure', {
    summary: 'List the API keys of the project',
    description:
      'Names, scopes and the first characters of the keys, and when each was last used. The keys themselves are not kept and cannot be shown again.',
    answers: { 200: { description: 'Revoked ones too, oldest first.', schema: apiKeyListSchema } },
  }),
  createKey: create('keys', 'configure', {
    summary: 'Make an API key',
    description:
      'The key acts in this project alone. It is in this answer and in no other: only its hash is kept. The scope says what it may do; it cannot be changed later.',
    body: { json: apiKeyRequestSchema },
    answers: { 201: { description: 'The key, shown this once.', schema: apiKeyMadeSchema } },
  }),
  listLoggedRequests: read('requests', 'configure', {
    summary: 'List what the API keys of the project asked for',
    description: 'Newest first. The last 5,000 of a project, for seven days; they are there within a second of the answer.',
    query: requestListQuerySchema,
    answers: { 200: { description: 'One page.', schema: loggedRequestListSchema } },
  }),
  getLoggedRequest: read('requests/{request_id}', 'configure', {
    summary: 'Read one of them, to send it again',
    description: 'The request with its method, path, status, body without secrets, and a `curl` command that makes it again.',
    answers: { 200: { description: 'With its body where it is kept, and as a command.', schema: loggedRequestDetailSchema } },
  }),
  revokeKey: remove('keys/{key_id}', 'configure', {
    summary: 'Revoke an API key',
    description: 'It works nowhere after five seconds. A key that is revoked stays so.',
    answers: { 200: { description: 'The key.', schema: apiKeySchema } },
  }),
};

const PEOPLE = {
  listMembers: read('members', 'read', {
    summary: 'List the members of the organisation',
    description: 'Who belongs to the organisation of the session, with their roles and whether they sign in with a second factor.',
    answers: { 200: { description: 'All, oldest first.', schema: memberListSchema } },
  }),
  updateMember: update('members/{user_id}', 'administer', {
    summary: "Change a member's role",
    description: 'Nobody gives a role above the own, nor changes who has one.',
    body: { json: memberPatchSchema },
    answers: { 200: { description: 'The member.', schema: memberSchema } },
    refusals: ['last_owner'],
  }),
  removeMember: remove('members/{user_id}', 'self', {
    summary: 'Remove a member, or leave',
    description: 'Of others: owners and admins, nobody with a role above the own. The user stays one, in other organisations.',
    answers: { 200: { description: 'Who was removed.', schema: deletedMemberSchema } },
    refusals: ['forbidden', 'last_owner'],
  }),
  listInvitations: read('invitations', 'administer', {
    summary: 'List open invitations',
    description: 'Those that nobody has used and that have not ended. The links are not among them: each was shown when it was made.',
    answers: { 200: { description: 'All, oldest first.', schema: invitationListSchema } },
  }),
  createInvitation: create('invitations', 'administer', {
    summary: 'Invite to the organisation',
    description: 'By mail where the deployment has a mail server and an address is given; the answer has the link to copy in any case.',
    body: { json: invitationRequestSchema },
    answers: { 201: { description: 'The invitation, its link shown this once.', schema: invitationMadeSchema } },
  }),
  revokeInvitation: remove('invitations/{invitation_id}', 'administer', {
    summary: 'Withdraw an invitation',
    description: 'Its link works no more, at once.',
    answers: { 200: { description: 'What was withdrawn.', schema: deletedInvitationSchema } },
  }),
  listAudit: read('audit-log', 'administer', {
    summary: 'Read who did what',
    description: 'Newest first: what was done in the organisation, and how its members signed in.',
    query: auditQuerySchema,
    answers: { 200: { description: 'One page.', schema: auditListSchema } },
  }),
};

const ARCHIVE = {
  exportOrganisation: read('export', 'administer', {
    summary: 'Export all that the organisation has',
    description:
      'One archive (`tar.gz`) with a folder for each project: members, keys without what opens, the audit log, the ledger, every document with its request, report and files, uploaded files, what visitors of artifacts wrote. It is written while it is read; an archive that is cut off is not whole.',
    answers: { 200: { description: 'The archive.', also: { 'application/gzip': 'bytes' }, headers: ['Content-Disposition'] } },
    refusals: ['rate_limited'],
  }),
};

const PROJECTS = {
  createProject: create('projects', 'administer', {
    summary: 'Make a project in the organisation',
    description:
      'A project has documents, files, webhooks and keys of its own; a key reaches nothing of another project. Its region is that of the installation and stays.',
    body: { json: projectRequestSchema },
    answers: { 201: { description: 'The project.', schema: projectSettingsSchema } },
  }),
  getProject: read('project', 'read', {
    summary: 'Read the settings of the project',
    description: 'What holds for every document of the project unless the request says otherwise: retention, language, paper and brand.',
    answers: { 200: { description: 'The settings.', schema: projectSettingsSchema } },
  }),
  updateProject: update('project', 'configure', {
    summary: 'Change the settings of the project',
    description: 'They hold for requests with a key within five seconds.',
    body: { json: projectPatchSchema },
    answers: { 200: { description: 'The settings.', schema: projectSettingsSchema } },
  }),
  previewBrand: create('project/preview', 'configure', {
    summary: 'See a brand before it is kept',
    description:
      'Makes a sample document in the brand that is sent, in place of that of the project. It costs nothing and stores nothing (retention `none`). Waits for it as `POST /documents` does.',
    body: { json: brandPreviewRequestSchema },
    answers: { 201: { description: 'The finished document.', schema: documentSchema, headers: ['Document-Id', 'Location'] } },
    refusals: ['rate_limited'],
  }),
  deleteProject: remove('project', 'own', {
    summary: 'Delete the project with everything in it',
    description:
      'Nobody reaches it from now on: its keys are revoked, running documents canceled, and all documents and files deleted within minutes. What was charged stays in the ledger.',
    answers: { 200: { description: 'What was deleted.', schema: deletedProjectSchema } },
  }),
};

export const DASHBOARD = { ...OWN_SESSION, ...KEYS, ...PEOPLE, ...ARCHIVE, ...PROJECTS };
