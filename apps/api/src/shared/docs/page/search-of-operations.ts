/** As much as is used here of the immutable collections in which Swagger UI holds the document. */
interface Held {
  get(name: string): Held & string;
  update(name: string, change: (operations: Held) => Held): Held;
  filter(keep: (one: Held, tag: string) => boolean): Held;
  map(change: (one: Held, tag: string) => Held): Held;
  readonly size: number;
}

interface PageParts {
  React: { createElement(type: string, attributes: object, ...children: unknown[]): unknown };
}

interface SearchProps {
  layoutActions: { updateFilter(text: string): void; show(thing: string[], isShown: boolean): void };
  layoutSelectors: { currentFilter(): string | boolean };
  specSelectors: { taggedOperations(): { forEach(visit: (group: Held, tag: string) => void): void } };
}

/**
 * A plugin of Swagger UI: the filter searches every operation by its words, and opens the groups meanwhile. By itself it compares the names of groups
 * alone. Its text is sent to the page, so it uses nothing from outside of itself.
 */
export function searchOfOperations() {
  const wordsOf = (phrase: unknown) =>
    (typeof phrase === 'string' ? phrase : '')
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '');
  return {
    fn: {
      opsFilter: (groups: Held, phrase: unknown) => {
        const words = wordsOf(phrase);
        const isFound = (operation: Held, tag: string) => {
          const described = operation.get('operation');
          const texts = [tag, operation.get('method'), operation.get('path')];
          for (const name of ['summary', 'description', 'operationId']) texts.push(described.get(name));
          const text = texts.join(' ').toLowerCase();
          return words.every((word) => text.includes(word));
        };
        return groups
          .map((group, tag) =>
            group.update('operations', (operations) => operations.filter((one) => isFound(one, tag))),
          )
          .filter((group) => group.get('operations').size > 0);
      },
    },
    wrapComponents: {
      FilterContainer:
        (_original: unknown, { React }: PageParts) =>
        ({ layoutActions, layoutSelectors, specSelectors }: SearchProps) => {
          const filter = layoutSelectors.currentFilter();
          const phrase = typeof filter === 'string' && filter !== 'true' ? filter : '';
          const search = (text: string) => {
            layoutActions.updateFilter(text);
            // Groups that hold nothing of what is searched are not shown.
            specSelectors.taggedOperations().forEach((_group, tag) => {
              layoutActions.show(['operations-tag', tag], text !== '');
            });
          };
          return React.createElement(
            'section',
            { className: 'filter wrapper' },
            React.createElement('input', {
              className: 'operation-filter-input',
              type: 'search',
              placeholder: 'Search: words of a path, a title or a description',
              'aria-label': 'Search the operations',
              value: phrase,
              onChange: (event: { target: { value: string } }) => search(event.target.value),
            }),
          );
        },
    },
  };
}
