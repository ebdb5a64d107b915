import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { BookOpen, ChevronsUpDown, LogOut, UserRound } from 'lucide-react';
import { send } from '../api/client.ts';
import { sessionQuery, useSession } from '../api/session.ts';
import { LANGUAGES, useLanguage, useMessages, type Language } from '../i18n/language.tsx';
import { chooseTheme, THEMES, useTheme } from '../theme/theme.ts';
import { Menu, MenuChoices, MenuItem, MenuLine } from '../ui/menu.tsx';
import { useToast } from '../ui/toast.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';

const catalogues = { en, es };
const CODES = Object.keys(LANGUAGES).filter((code): code is Language => Object.hasOwn(LANGUAGES, code));

export function UserMenu() {
  const t = useMessages(catalogues);
  const { user } = useSession();
  const { language, choose } = useLanguage();
  const theme = useTheme();
  const toast = useToast();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const signOut = useMutation({
    mutationFn: () => send('POST', '/v1/dashboard/auth/sign-out', { body: {} }),
    onSuccess: () => {
      queryClient.clear();
      queryClient.setQueryData(sessionQuery.queryKey, null);
      void navigate({ to: '/sign-in', search: {} });
    },
    onError: toast.failed,
  });
  const trigger = (
    <button type="button" className="flex w-full items-center gap-2.5 rounded-lg px-2.5 py-2 text-left hover:bg-hover">
      <span
        className="grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft text-[12px] font-semibold text-accent"
        aria-hidden
      >
        {user.name.slice(0, 1).toUpperCase()}
      </span>
      <span className="min-w-0 flex-1">
        <span className="sr-only">{t.account}: </span>
        <span className="block truncate leading-tight font-medium">{user.name}</span>
        <span className="block truncate text-[12px] leading-tight text-faint">{user.email}</span>
      </span>
      <ChevronsUpDown className="size-4 shrink-0 text-faint" aria-hidden />
    </button>
  );
  return (
    <Menu trigger={trigger} side="top" align="start">
      <MenuChoices label={t.theme} value={theme} choices={THEMES.map((value) => ({ value, label: t[value] }))} onChoose={chooseTheme} />
      <MenuChoices
        label={t.language}
        value={language}
        choices={CODES.map((value) => ({ value, label: LANGUAGES[value] }))}
        onChoose={choose}
      />
      <MenuLine />
      <MenuItem onSelect={() => void navigate({ to: '/account' })}>
        <UserRound className="size-4 text-faint" aria-hidden />
        {t.account}
      </MenuItem>
      <MenuItem onSelect={() => location.assign('/docs')}>
        <BookOpen className="size-4 text-faint" aria-hidden />
        {t.reference}
      </MenuItem>
      <MenuItem onSelect={() => signOut.mutate()}>
        <LogOut className="size-4 text-faint" aria-hidden />
        {t.signOut}
      </MenuItem>
    </Menu>
  );
}
