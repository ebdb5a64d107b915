/** Endpoints of the dashboard: people, keys, sessions, settings. Who may ask is decided at the door. */
import type { FastifyRequest } from 'fastify';
import { checkPermission } from '../accounts/caller.ts';
import { noteDeed, type Dashboard, type Happening } from '../accounts/dashboard.ts';
import { createKey, listKeys, revokeKey } from '../accounts/keys.ts';
import { createProject } from '../accounts/organisations.ts';
import { invite, readEmail } from '../accounts/people.ts';
import { isAtLeast } from '../accounts/permissions.ts';
import { Refusal } from '../base/refusal.ts';
import type { DashboardId } from '../api/endpoints.ts';
import {
  parseInvitationRequest,
  parseKeyRequest,
  parseMemberPatch,
  parseProjectPatch,
  parseProjectRequest,
} from '../api/dashboard-requests.ts';
import { parseJsonBody } from '../api/json-body.ts';
import {
  presentAuditEntry,
  presentInvitation,
  presentKey,
  presentLoggedRequest,
  presentLoggedRequestDetail,
  presentMember,
  presentProject,
  presentSession,
  presentUserSession,
} from '../api/present-dashboard.ts';
import { presentList } from '../api/present-document.ts';
import { parseAuditQuery, parseRequestListQuery, refuseQuery } from '../api/queries.ts';
import type { Role } from '../contract/vocabulary.ts';
import type { Member, MemberChange, Membership } from '../ports/people-store.ts';
import { checkBrandFiles } from './brand-files.ts';
import { createBrandPreview } from './brand-preview.ts';
import { nameFile, writeContentDisposition } from './content-disposition.ts';
import type { CreateContext } from './create-document.ts';
import type { Reply } from './document-replies.ts';
import { openArchive, type ArchiveOptions } from './organisation-archive.ts';
import { ownerOf, readParameter, readQuery, userOf } from './door.ts';
import { readBody } from './read-body.ts';

/** A reader that takes nothing for this long has gone. */
const STALLED_MS = 60_000;

const jsonOf = (request: FastifyRequest): unknown => parseJsonBody(readBody(request));
const whole = <T>(data: T[]): { data: T[]; hasMore: boolean } => ({ data, hasMore: false });

/** The organisation that the request acts in. @throws Refusal not_found */
function membershipOf(request: FastifyRequest): Membership {
  const { membership } = userOf(request);
  if (membership === null) throw new Refusal('not_found', 'This user belongs to no organisation; ask for an invitation.');
  return membership;
}

type Replies<Id extends DashboardId> = Record<Id, Reply>;
type Note = (request: FastifyRequest, happening: Happening) => Promise<void>;

function sessionReplies(
  { people }: Dashboard,
  note: Note,
): Replies<'getDashboardSession' | 'listSessions' | 'endSession' | 'endOtherSessions'> {
  return {
    async getDashboardSession(request) {
      refuseQuery(readQuery(request));
      const { session, memberships, project } = userOf(request);
      return presentSession(session, memberships, project);
    },
    async listSessions(request) {
      refuseQuery(readQuery(request));
      const { session } = userOf(request);
      return presentList(whole(await people.listSessions(session.user.id)), (one) => presentUserSession(one, session.sessionId));
    },
    async endSession(request) {
      refuseQuery(readQuery(request));
      const id = readParameter(request, 'session_id');
      if (!(await people.endSession(userOf(request).session.user.id, id))) throw new Refusal('not_found', `There is no session ${id}.`);
      await note(request, { action: 'session.ended', target: id });
      return { id, object: 'user_session', deleted: true };
    },
    async endOtherSessions(request) {
      refuseQuery(readQuery(request));
      const { session } = userOf(request);
      const ended = await people.endOtherSessions(session.user.id, session.sessionId);
      await note(request, { action: 'session.others_ended', details: { ended: String(ended) } });
      return { object: 'ended_sessions', ended };
    },
  };
}

type KeyReplies = Replies<'listKeys' | 'createKey' | 'revokeKey' | 'listLoggedRequests' | 'getLoggedRequest'>;

function keyReplies({ accounts, requests, publicUrl }: Dashboard, note: Note): KeyReplies {
  return {
    async listLoggedRequests(request) {
      return presentList(await requests.list(ownerOf(request).id, parseRequestListQuery(readQuery(request))), presentLoggedRequest);
    },
    async getLoggedRequest(request) {
      refuseQuery(readQuery(request));
      const id = readParameter(request, 'request_id');
      const found = await requests.get(ownerOf(request).id, id);
      if (found === null) throw new Refusal('not_found', `There is no request ${id} in the log of this project.`);
      return presentLoggedRequestDetail(found, publicUrl());
    },
    async listKeys(request) {
      refuseQuery(readQuery(request));
      return presentList(whole(await listKeys(accounts, ownerOf(request).id)), presentKey);
    },
    async createKey(request, reply) {
      refuseQuery(readQuery(request));
      const { name, scope = 'write' } = parseKeyRequest(jsonOf(request));
      const createdBy = userOf(request).session.user.id;
      const { key, record } = await createKey(accounts, { projectId: ownerOf(request).id, name, scope, createdBy });
      await note(request, { action: 'key.created', target: record.id, details: { name, scope } });
      reply.code(201);
      return { ...presentKey(record), key };
    },
    async revokeKey(request) {
      refuseQuery(readQuery(request));
      const id = readParameter(request, 'key_id');
      const of = async () => (await listKeys(accounts, ownerOf(request).id)).find((key) => key.id === id);
      if ((await of()) === undefined || !(await revokeKey(accounts, id)))
        throw new Refusal('not_found', `There is no key ${id} in this project.`);
      await note(request, { action: 'key.revoked', target: id });
      const revoked = await of();
      if (revoked === undefined) throw new Error(`${id} was revoked and is gone`);
      return presentKey(revoked);
    },
  };
}

/** @throws Refusal not_found, last_owner */
function checkChange(change: MemberChange, id: string): void {
  if (change === 'not_found') throw new Refusal('not_found', `There is no member ${id} in this organisation.`);
  if (change === 'last_owner')
    throw new Refusal('last_owner', 'This is the last owner of the organisation. Make another member an owner first.');
}

/** Nobody gives or touches a role above the own. @throws Refusal forbidden */
function checkRank(own: Role, other: Role): void {
  if (!isAtLeast(own, other)) throw new Refusal('forbidden', `The role ${own} may not give, change or take the role ${other}.`);
}

function memberReplies({ people }: Dashboard, note: Note): Replies<'listMembers' | 'updateMember' | 'removeMember' | 'listAudit'> {
  const find = async (orgId: string, id: string): Promise<Member> => {
    const member = (await people.listMembers(orgId)).find(({ user }) => user.id === id);
    if (member === undefined) throw new Refusal('not_found', `There is no member ${id} in this organisation.`);
    return member;
  };
  return {
    async listMembers(request) {
      refuseQuery(readQuery(request));
      const members = await people.listMembers(membershipOf(request).organisation.id);
      return presentList(whole(members.map((member) => ({ ...member, id: member.user.id }))), presentMember);
    },
    async updateMember(request) {
      refuseQuery(readQuery(request));
      const { role } = parseMemberPatch(jsonOf(request));
      const { organisation, role: own } = membershipOf(request);
      const id = readParameter(request, 'user_id');
      const member = await find(organisation.id, id);
      checkRank(own, member.role);
      checkRank(own, role);
      checkChange(await people.setRole(organisation.id, id, role), id);
      await note(request, { action: 'member.role_changed', target: member.user.email, details: { from: member.role, to: role } });
      return presentMember({ ...member, role });
    },
    async removeMember(request) {
      refuseQuery(readQuery(request));
      const { organisation, role: own } = membershipOf(request);
      const id = readParameter(request, 'user_id');
      const caller = userOf(request);
      if (id !== caller.session.user.id) checkPermission(caller, 'administer');
      const member = await find(organisation.id, id);
      checkRank(own, member.role);
      checkChange(await people.removeMember(organisation.id, id), id);
      await note(request, { action: 'member.removed', target: member.user.email, details: { role: member.role } });
      return { id, object: 'member', deleted: true };
    },
    async listAudit(request) {
      const page = await people.listAudit(membershipOf(request).organisation.id, parseAuditQuery(readQuery(request)));
      return presentList(page, presentAuditEntry);
    },
  };
}

function invitationReplies(dashboard: Dashboard, note: Note): Replies<'listInvitations' | 'createInvitation' | 'revokeInvitation'> {
  const { people } = dashboard;
  return {
    async listInvitations(request) {
      refuseQuery(readQuery(request));
      return presentList(whole(await people.listInvitations(membershipOf(request).organisation.id)), presentInvitation);
    },
    async createInvitation(request, reply) {
      refuseQuery(readQuery(request));
      const { email, role = 'member' } = parseInvitationRequest(jsonOf(request));
      const { organisation, role: own } = membershipOf(request);
      checkRank(own, role);
      const { user } = userOf(request).session;
      const address = email === undefined ? null : readEmail(email);
      const made = await invite(dashboard, {
        orgId: organisation.id,
        organisation: organisation.name,
        email: address,
        role,
        invitedBy: user,
      });
      await note(request, { action: 'invitation.created', target: address, details: { role, mail: made.mail } });
      reply.code(201);
      return { ...presentInvitation(made.invitation), link: made.link, mail: made.mail };
    },
    async revokeInvitation(request) {
      refuseQuery(readQuery(request));
      const id = readParameter(request, 'invitation_id');
      if (!(await people.revokeInvitation(membershipOf(request).organisation.id, id)))
        throw new Refusal('not_found', `There is no open invitation ${id} in this organisation.`);
      await note(request, { action: 'invitation.revoked', target: id });
      return { id, object: 'invitation', deleted: true };
    },
  };
}

function projectReplies(
  { accounts }: Dashboard,
  options: ArchiveOptions,
  note: Note,
): Replies<'createProject' | 'getProject' | 'updateProject' | 'deleteProject'> {
  return {
    async createProject(request, reply) {
      refuseQuery(readQuery(request));
      const { name, retention } = parseProjectRequest(jsonOf(request));
      const project = await createProject(accounts, { orgId: membershipOf(request).organisation.id, name, retention });
      await note(request, { action: 'project.created', target: project.id, details: { name } });
      reply.code(201);
      return presentProject(project);
    },
    async getProject(request) {
      refuseQuery(readQuery(request));
      return presentProject(ownerOf(request));
    },
    async updateProject(request) {
      refuseQuery(readQuery(request));
      const { name, retention, ...defaults } = parseProjectPatch(jsonOf(request));
      const before = ownerOf(request);
      await checkBrandFiles(options, before, defaults.brand);
      const project = await accounts.store.updateProject(before.id, { name, retention, defaults });
      if (project === null) throw new Refusal('not_found', 'The project has been deleted.');
      const details = Object.fromEntries(
        Object.entries({ name, retention, ...defaults }).flatMap(([field, value]) => {
          const old: unknown = Object.entries({ ...before.defaults, ...before }).find(([known]) => known === field)?.[1] ?? null;
          return value === undefined ? [] : [[field, `${shown(old)} → ${shown(value)}`]];
        }),
      );
      await note(request, { action: 'project.updated', target: project.id, details });
      return presentProject(project);
    },
    async deleteProject(request) {
      refuseQuery(readQuery(request));
      const { id, name } = ownerOf(request);
      if (!(await accounts.store.deleteProject(id))) throw new Refusal('not_found', 'The project has been deleted.');
      await note(request, { action: 'project.deleted', target: id, details: { name } });
      return { id, object: 'project', deleted: true };
    },
  };
}

/** A value of a setting in the audit log. */
const shown = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'null'));

/** How many archives an organisation may ask for in a quarter of an hour: each reads all that it has. */
const ARCHIVES_MOST = 6;

function archiveReplies(dashboard: Dashboard, options: ArchiveOptions, note: Note): Replies<'exportOrganisation'> {
  return {
    async exportOrganisation(request, reply) {
      refuseQuery(readQuery(request));
      const membership = membershipOf(request);
      const { id, name } = membership.organisation;
      const waitMs = await dashboard.people.takeTurn([{ subject: `archive ${id}`, most: ARCHIVES_MOST }]);
      if (waitMs > 0)
        throw new Refusal('rate_limited', `An organisation may ask for ${ARCHIVES_MOST} archives in 15 minutes.`, {
          retryAfterS: Math.ceil(waitMs / 1_000),
        });
      await note(request, { action: 'organisation.exported', target: id });
      reply.raw.setTimeout(STALLED_MS, () => reply.raw.destroy());
      return reply
        .headers({ 'content-type': 'application/gzip', 'content-disposition': writeContentDisposition(`${nameFile(name)}.tar.gz`) })
        .send(openArchive(options, dashboard, membership));
    },
  };
}

export function createDashboardReplies(dashboard: Dashboard, context: CreateContext): Record<DashboardId, Reply> {
  const { options } = context;
  const note: Note = (request, happening) => noteDeed(dashboard, userOf(request), happening, request.ip);
  return {
    ...sessionReplies(dashboard, note),
    ...keyReplies(dashboard, note),
    ...memberReplies(dashboard, note),
    ...invitationReplies(dashboard, note),
    ...projectReplies(dashboard, options, note),
    previewBrand: createBrandPreview(context),
    ...archiveReplies(dashboard, options, note),
  };
}
