import type { DemoChat } from './demo-chat';

/** The long one: a courier firm and its nine bikes. */
export const COURIERS: readonly DemoChat[] = [
  {
    chat_id: 'chat-447700900118',
    channel: 'chat',
    contact_name: 'Kofi Mensah',
    contact_phone: '+44 7700 900118',
    ago: 2,
    time: '07:52',
    has_external_ids: true,
    script: `
      U: Morning! Kofi here. Nine of the cargo bikes need their service before the market week. How soon can you take them?
      A: Good morning, Kofi! Nine services are nine hours at the stands. Shall I look for times for three bikes a day, over three days?
      U: Yes please. Not before 8:30, my riders start late on those days.
      A: I have tomorrow at 9:00, 10:30 and 13:00 on stand 2, and the same times on the two days after. Is that all right?
      U: First two days perfect. On the third one the 9:00 is bad, we have the flower run 🌷
      A: Then on the third day 11:00, 12:00 and 13:00. Shall I book all nine?
      U: Book them 👍
      A: Booked: nine times “full service, cargo bike”, stand 2. You pay by the quarter as always, so there is nothing to do at the counter.
      U: Which bikes do you want first?
      A: Tomasz noted that bikes 3, 7 and 8 had worn chains at the last check. They would be best on the first day.
      U: 3, 7, 8 it is. 7 also makes a noise in the rear wheel, like a cricket
      A: I have added that to bike 7: “noise in the rear wheel, like a cricket”. Does it chirp all the time, or only when braking?
      U: Only when loaded. Above 60 kilos or so
      A: Thank you, that helps. I wrote that down too. It may be the spokes, so the service could take 30 minutes longer; the slot after it is free.
      +85
      U: Can I get a spare for tomorrow? Without 7 I am one short
      A: The cargo trike is free tomorrow until 17:00. For customers with a fleet it costs nothing. Shall I reserve it?
      U: The trike?? Ama will hate me 😂 ok yes
      A: Reserved in your name until 17:00. Tell Ama that it has a bell like a ship 🔔
      U: She says she takes it if she may ring it
      A: She must.
      +1300
      U: Bikes 3 and 8 are on their way, 7 is stuck on the other side of the river with a flat. Rider will be there 10:15 instead of 9
      A: No problem. I can swap 7 with 8: bike 8 at 9:00 and bike 7 at 10:30. Is that right?
      U: Right
      A: Done. Bike 7 is now at 10:30, and I noted the flat tyre. Should Tomasz mend it too? A puncture is £10 on the new price list.
      U: Obviously
      A: Noted.
      +210
      O: Hello Kofi, Tomasz here. Rear wheel of 7 has two broken spokes and the rim is tired. I can replace the spokes today, but the rim will not survive the market week. New wheel £86, in stock.
      U: How long does the rim last if you leave it?
      O: With 60 kilos, two weeks. Maybe three. I would not let my daughter ride it.
      U: Then new wheel. Thanks for being straight
      O: Done by four. Misaki tells you when.
      +140
      A: Bikes 3, 7 and 8 are ready. Bike 7 has a new rear wheel, the invoice goes to the quarter.
      U: Cricket gone?
      A: Tomasz rode it around the yard with two bags of sand, 70 kilos. He reports “a quiet bike”.
      U: 🙌 Ama returned the trike with flowers in it
      A: They are on the counter already, thank you both! See you tomorrow at 9:00 with bikes 1, 2 and 5?
      U: Actually 1, 2 and 4. 5 has a new rider and I want to see it first
      A: Changed: tomorrow bikes 1, 2 and 4; bike 5 comes on the third day.
      U: You are the only thing that works in this town
      A: I will tell the people who fix your bikes. They did the work 🚲
    `,
  },
];
