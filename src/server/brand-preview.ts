/** A sample document in a brand that is not kept yet: made for nothing, and in no list. */
import { parseBrandPreview } from '../api/dashboard-requests.ts';
import { parseJsonBody } from '../api/json-body.ts';
import { refuseQuery } from '../api/queries.ts';
import type { Project } from '../ports/account-store.ts';
import { answerWaiting } from './answer-waiting.ts';
import { checkBrandFiles } from './brand-files.ts';
import type { CreateContext } from './create-document.ts';
import type { Reply } from './document-replies.ts';
import { ownerOf, readQuery } from './door.ts';
import { readBody } from './read-body.ts';

const SAMPLES = {
  en: `# Quarterly report

Sales grew in every region, and the new plant opened on time.

## Results

The team met the plan in **all three regions**. What was learned is in the [notes](https://example.com).

| Region | Plan | Sales |
|---|--:|--:|
| North | 120 | 134 |
| Centre | 90 | 96 |
| South | 60 | 71 |

> [!NOTE]
> Figures are in thousands.

## Next steps

1. Hire two people for the south.
2. Move the weekly review to Tuesday.
`,
  es: `# Informe trimestral

Las ventas crecieron en todas las regiones y la nueva planta abrió a tiempo.

## Resultados

El equipo cumplió el plan en **las tres regiones**. Lo aprendido está en las [notas](https://example.com).

| Región | Plan | Ventas |
|---|--:|--:|
| Norte | 120 | 134 |
| Centro | 90 | 96 |
| Sur | 60 | 71 |

> [!NOTE]
> Las cifras están en miles.

## Próximos pasos

1. Contratar a dos personas para el sur.
2. Pasar la revisión semanal al martes.
`,
} as const;

/** The project as it would be with what is asked for; nothing of the sample is stored. */
function asked(owner: Project, { language, paper, brand }: ReturnType<typeof parseBrandPreview>): Project {
  const { defaults } = owner;
  return {
    ...owner,
    retention: 'none',
    defaults: {
      language: language === undefined ? (defaults?.language ?? null) : language,
      paper: paper === undefined ? (defaults?.paper ?? null) : paper,
      brand: brand === undefined ? (defaults?.brand ?? null) : brand,
    },
  };
}

export function createBrandPreview(context: CreateContext): Reply {
  const { options, door } = context;
  const { pipeline, clock } = options;
  return async (request, reply) => {
    refuseQuery(readQuery(request));
    const askedAtMs = clock.monotonicMs();
    const wanted = parseBrandPreview(parseJsonBody(readBody(request)));
    const owner = asked(ownerOf(request), wanted);
    await checkBrandFiles(options, owner, wanted.brand);
    const markdown = SAMPLES[owner.defaults?.language?.startsWith('es') === true ? 'es' : 'en'];
    const { record } = await pipeline.submitFree(owner, { name: 'Brand preview', format: wanted.format ?? 'pdf', markdown, sample: true });
    door.rate.count(owner.orgId, askedAtMs);
    reply.header('document-id', record.id);
    return answerWaiting(context, reply, {
      wait: (signal) => pipeline.waitUntilFinal(record.id, signal),
      accepted: () => void reply.code(201).header('location', `${options.publicUrl()}/v1/documents/${record.id}`),
    });
  };
}
