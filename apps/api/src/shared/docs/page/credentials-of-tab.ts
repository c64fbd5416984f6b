/* global sessionStorage */

interface PageParts {
  authActions: { authorize(credentials: object): void };
  authSelectors: { authorized(): { toJS(): object } };
}

/**
 * A plugin of Swagger UI: credentials that were entered stay for this tab, also when it is loaded again, and end with it. Its
 * text is sent to the page, so it uses nothing from outside of itself.
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
