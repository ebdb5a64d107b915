import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { sessionQuery } from '../../api/session.ts';

/** Goes in with a new session: what was read without one, or with another, is forgotten. @returns takes the address to go to */
export function useEntry(): (to: string) => Promise<void> {
  const navigate = useNavigate();
  const router = useRouter();
  const queries = useQueryClient();
  return async (to) => {
    // without a word to the screen that is left, which would show itself once more to who is signed in now
    queries.clear();
    await queries.fetchQuery(sessionQuery);
    await router.invalidate();
    await navigate({ href: to, replace: true });
  };
}
