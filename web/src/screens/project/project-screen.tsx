import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { RETENTIONS } from '../../../../src/contract/vocabulary.ts';
import { ask, reading } from '../../api/client.ts';
import type { AnswerOf } from '../../api/contract.ts';
import { useDeed } from '../../api/deed.ts';
import { chooseProject } from '../../api/project.ts';
import { saveFile } from '../../api/save-file.ts';
import { useSession } from '../../api/session.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { Facts } from '../../ui/facts.tsx';
import { fieldError, SelectField, TextField } from '../../ui/field.tsx';
import { Card, PageHeader, Skeleton } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { RoleNote } from '../../ui/restricted.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';

const catalogues = { en, es };
const RENEWS = ['/dashboard/project', 'session'];
type Settings = AnswerOf<'GET', '/dashboard/project'>;

function General({ settings }: { settings: Settings }) {
  const t = useMessages(catalogues);
  const { may } = useSession();
  const [retention, setRetention] = useState(settings.retention);
  const save = useDeed((name: string) => ask('PATCH', '/dashboard/project', { body: { name, retention } }), {
    renews: RENEWS,
    told: t.saved,
    quiet: true,
  });
  const isFixed = !may('configure');
  return (
    <Card title={t.general}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(String(new FormData(event.currentTarget).get('name')));
        }}
      >
        <TextField
          label={t.name}
          name="name"
          defaultValue={settings.name}
          error={fieldError(save.error, '/name')}
          required
          readOnly={isFixed}
          maxLength={200}
        />
        <SelectField
          label={t.retention}
          hint={retention === 'none' ? t.noneHint : t.retentionHint}
          value={retention}
          onChoose={setRetention}
          disabled={isFixed}
          choices={RETENTIONS.map((value) => ({ value, label: t.retentions[value] }))}
        />
        <Facts
          facts={[
            [
              t.region,
              <span>
                {settings.region} <span className="text-[13px] text-faint">· {t.regionHint}</span>
              </span>,
            ],
            [t.id, <code className="font-mono text-[12.5px]">{settings.id}</code>],
          ]}
        />
        <ProblemNotice error={save.error} shown={['/name']} />
        {!isFixed && (
          <Button type="submit" look="primary" busy={save.isPending}>
            {t.save}
          </Button>
        )}
      </form>
    </Card>
  );
}

function Organisation() {
  const t = useMessages(catalogues);
  const archive = useDeed(() => saveFile('/v1/dashboard/export'), { renews: ['/dashboard/audit-log'] });
  const make = useDeed((name: string) => ask('POST', '/dashboard/projects', { body: { name } }), {
    renews: [],
    quiet: true,
    onDone: ({ id }) => {
      chooseProject(id);
      location.assign('/');
    },
  });
  return (
    <Card title={t.organisation}>
      <div className="divide-y divide-line">
        <div className="pb-5">
          <h3 className="font-medium">{t.exportTitle}</h3>
          <p className="mt-1 mb-3 text-soft">{t.exportBody}</p>
          <Button busy={archive.isPending} onClick={() => archive.mutate()}>
            {t.export}
          </Button>
        </div>
        <form
          className="space-y-3 pt-5"
          onSubmit={(event) => {
            event.preventDefault();
            make.mutate(String(new FormData(event.currentTarget).get('project')));
          }}
        >
          <h3 className="font-medium">{t.newProject}</h3>
          <p className="text-soft">{t.newProjectBody}</p>
          <TextField label={t.name} name="project" error={fieldError(make.error, '/name')} required maxLength={200} />
          <ProblemNotice error={make.error} shown={['/name']} />
          <Button type="submit" busy={make.isPending}>
            {t.makeProject}
          </Button>
        </form>
      </div>
    </Card>
  );
}

function Danger({ settings }: { settings: Settings }) {
  const t = useMessages(catalogues);
  const confirm = useConfirm();
  const remove = useDeed(() => ask('DELETE', '/dashboard/project', {}), {
    renews: [],
    told: t.removed,
    onDone: () => {
      chooseProject(null);
      location.assign('/');
    },
  });
  const askFirst = async (): Promise<void> => {
    const { name } = settings;
    const typed = { label: t.removeTyped(name), text: name };
    if (await confirm({ title: t.removeTitle(name), body: t.dangerBody, action: t.remove, typed })) remove.mutate();
  };
  return (
    <Card title={t.danger}>
      <p className="mb-3 text-soft">{t.dangerBody}</p>
      <Button look="danger" busy={remove.isPending} onClick={() => void askFirst()}>
        {t.remove}
      </Button>
    </Card>
  );
}

export function ProjectScreen() {
  const t = useMessages(catalogues);
  const { may, projectSettings } = useSession();
  const { data, error, refetch } = useQuery(reading('/dashboard/project', {}));
  return (
    <>
      <PageHeader title={t.title} lead={t.lead(data?.name ?? projectSettings?.name ?? '')} />
      <RoleNote needs="configure" />
      <ProblemNotice error={data === undefined ? error : null} onRetry={() => void refetch()} />
      {data === undefined && error === null && <Skeleton className="h-64" />}
      {data !== undefined && (
        <div className="grid items-start gap-4 xl:grid-cols-2">
          <General key={`${data.name}${data.retention}`} settings={data} />
          <div className="space-y-4">
            {may('administer') && <Organisation />}
            {may('own') && <Danger settings={data} />}
          </div>
        </div>
      )}
    </>
  );
}
