import { attendeeOf } from './attendee';

describe('for whom a booking is', () => {
  it.each([
    ['Tim Smith', 'Anna Smith'],
    ['Anna', 'Anna Smith'],
    ['', 'Anna Smith'],
  ])('is %j, booked with the phone of %j', (given, name) => {
    expect(attendeeOf(given, { name })).toBe(given);
  });

  it.each([
    ['anna  smith ', 'Anna Smith'],
    ['José Núñez', 'JOSE NUNEZ'],
    ['Ａｎｎａ', 'Anna'],
    ['Groß', 'GROSS'],
  ])('is the client where %j is %j', (given, name) => {
    expect(attendeeOf(given, { name })).toBeNull();
  });

  it('is the client where no name was given', () => {
    expect(attendeeOf(null, { name: 'Anna' })).toBeNull();
  });
});
