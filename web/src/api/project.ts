/** Which project the user works in: kept for this tab, and as the one that new tabs begin with. */
const NAME = 'octavo.project';

/** Id of the project; null: the first one of the user. */
export const chosenProject = (): string | null => sessionStorage.getItem(NAME) ?? localStorage.getItem(NAME);

/** Changes it; null forgets it. */
export function chooseProject(id: string | null): void {
  for (const storage of [sessionStorage, localStorage]) {
    if (id === null) storage.removeItem(NAME);
    else storage.setItem(NAME, id);
  }
}
