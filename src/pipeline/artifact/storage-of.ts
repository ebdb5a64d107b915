/** Where the page of an artifact keeps its data. */
import type { Retention, Storage } from '../../contract/vocabulary.ts';
import type { Project } from '../../ports/account-store.ts';
import type { DocumentRequest } from '../../contract/document-request.ts';
import { refuseAt } from '../accept/find-own.ts';

/** Where the request does not say: with the service, unless nothing is kept. */
export const storageOf = (retention: Retention): Storage => (retention === 'none' ? 'local' : 'shared');

/** Of a request for an artifact. @throws Refusal project_does_not_store */
export function settleStorage({ artifact, retention }: DocumentRequest, owner: Project): Storage {
  if (artifact?.storage === 'shared' && retention === undefined && owner.retention === 'none')
    throw refuseAt(
      'project_does_not_store',
      'The project keeps no content, so an artifact can only use artifact.storage: local; ask for local, or send a retention.',
      '/artifact/storage',
    );
  return artifact?.storage ?? storageOf(retention ?? owner.retention);
}
