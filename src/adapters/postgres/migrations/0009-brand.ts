/** What a project says of its documents: language, paper, brand. `jsonb`, so that a change of one of them is one statement. */
export const BRAND = `alter table projects add column defaults jsonb not null default '{}';`;
