/**
 * An address of the API with ids in it: ``apiPath`/api/clients/${id}` ``. Ids come from the page's own address, where anything
 * may stand; one that holds a `/` must not name another collection.
 */
export function apiPath(texts: TemplateStringsArray, ...ids: readonly (string | number)[]): string {
  return String.raw({ raw: texts }, ...ids.map((id) => encodeURIComponent(id)));
}
