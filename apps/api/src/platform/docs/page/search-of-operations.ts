/** The part that is used here of Swagger UI's immutable collections. */
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
 * A plugin of Swagger UI: its filter searches the texts of all operations and expands the groups with hits. Without it
 * the filter compares only names of groups. Its source text is sent to the page, so it may not use anything from
 * outside.
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
            // Expands all groups; those without hits are hidden.
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
