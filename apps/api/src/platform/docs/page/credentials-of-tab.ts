/* global sessionStorage */

interface PageParts {
  authActions: { authorize(credentials: object): void };
  authSelectors: { authorized(): { toJS(): object } };
}

/**
 * A plugin of Swagger UI: keeps credentials in the tab's session storage, so they survive a reload. Its source text is
 * sent to the page, so it may not use anything from outside.
 */
export function credentialsOfTab(system: PageParts) {
  const PLACE = 'groupless.api-docs.credentials';
  const keep = () => sessionStorage.setItem(PLACE, JSON.stringify(system.authSelectors.authorized().toJS()));
  const keeping =
    (original: (given: unknown) => unknown) =>
    (given: unknown): unknown => {
      const result = original(given);
      keep();
      return result;
    };
  return {
    statePlugins: { auth: { wrapActions: { authorize: keeping, logout: keeping } } },
    afterLoad: ({ authActions }: PageParts) => {
      const kept = sessionStorage.getItem(PLACE);
      if (kept !== null) authActions.authorize(JSON.parse(kept) as object);
    },
  };
}
