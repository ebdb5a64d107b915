/** A change: what follows from it is read again, and whoever asked is told. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useToast } from '../ui/toast.tsx';

interface Consequences<I, A> {
  /** Beginnings of the addresses whose answers are others now. */
  renews: readonly string[];
  /** Said where it succeeded. */
  told?: string | ((answer: A) => string);
  onDone?: (answer: A, input: I) => void;
  /** The form shows its errors itself. */
  quiet?: boolean;
}

export function useDeed<I = void, A = unknown>(
  deed: (input: I) => Promise<A>,
  { renews, told, onDone, quiet = false }: Consequences<I, A>,
) {
  const queries = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: deed,
    onSuccess: async (answer, input) => {
      await queries.invalidateQueries({
        predicate: ({ queryKey: [first] }) => typeof first === 'string' && renews.some((begin) => first.startsWith(begin)),
      });
      if (told !== undefined) toast.done(typeof told === 'string' ? told : told(answer));
      onDone?.(answer, input);
    },
    onError: (error) => {
      if (!quiet) toast.failed(error);
    },
  });
}
