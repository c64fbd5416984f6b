import { TestBed } from '@angular/core/testing';
import { Commands, provideCommands, type CommandSource } from './commands';

const source = (heading: string): CommandSource => ({ heading, find: () => [] });

describe('the sources of the palette', () => {
  it('are there without one that could not be loaded, which is tried again the next time', async () => {
    let tries = 0;
    TestBed.configureTestingModule({
      providers: [
        Commands,
        provideCommands(() => Promise.resolve(() => source('places'))),
        provideCommands(() =>
          ++tries === 1
            ? Promise.reject(new TypeError('It did not come.'))
            : Promise.resolve(() => source('clients')),
        ),
      ],
    });
    const commands = TestBed.inject(Commands);
    const headings = async () => (await commands.sources()).map(({ heading }) => heading);

    expect(await headings()).toEqual(['places']);
    expect(await headings()).toEqual(['places', 'clients']);
    expect(await headings()).toEqual(['places', 'clients']);
    expect(tries).toBe(2);
  });
});
