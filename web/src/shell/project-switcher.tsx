import { useNavigate } from '@tanstack/react-router';
import { ChevronsUpDown } from 'lucide-react';
import { useSession } from '../api/session.ts';
import { useMessages } from '../i18n/language.tsx';
import { Menu, MenuChoices } from '../ui/menu.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';

const catalogues = { en, es };

/** Which project everything on the screen belongs to, and the way to another one. */
export function ProjectSwitcher() {
  const t = useMessages(catalogues);
  const { organisations, organisation, project, projectSettings } = useSession();
  const navigate = useNavigate();
  const choose = (id: string): void => {
    if (id === project) return;
    // the route takes it from the address
    void navigate({ to: '/', search: { project: id } });
  };
  const trigger = (
    <button
      type="button"
      className="flex w-full items-center gap-2.5 rounded-lg border border-line bg-surface px-2.5 py-2 text-left shadow-card hover:bg-hover"
    >
      <span className="grid size-7 shrink-0 place-items-center rounded-md bg-primary text-[12px] font-semibold text-on-primary" aria-hidden>
        {(projectSettings?.name ?? '–').slice(0, 1).toUpperCase()}
      </span>
      <span className="min-w-0 flex-1">
        <span className="sr-only">{t.project}: </span>
        <span className="block truncate leading-tight font-medium">{projectSettings?.name ?? '–'}</span>
        <span className="block truncate text-[12px] leading-tight text-faint">{organisation?.name}</span>
      </span>
      <ChevronsUpDown className="size-4 shrink-0 text-faint" aria-hidden />
    </button>
  );
  return (
    <Menu trigger={trigger} align="start">
      {organisations.map(({ id, name, projects }) => (
        <MenuChoices
          key={id}
          label={name}
          value={project ?? ''}
          choices={projects.map((one) => ({ value: one.id, label: one.name }))}
          onChoose={choose}
        />
      ))}
    </Menu>
  );
}
