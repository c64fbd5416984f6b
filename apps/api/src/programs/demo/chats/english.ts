import type { DemoChat } from './demo-chat';

export const ENGLISH: readonly DemoChat[] = [
  {
    chat_id: 'web-5e81c0',
    channel: 'web',
    contact_name: 'Priya Nair',
    contact_phone: '+44 7700 900146',
    ago: 1,
    time: '15:12',
    has_external_ids: false,
    script: `
      U: Hi, do you fix brakes that squeal?
      A: Hello! Yes. Most squealing comes from glazed pads or a dirty rim; we look at it for free, and new pads cost £18 a wheel with fitting. Would you like an appointment?
      U: Yes, after work if that is possible
      A: Tomorrow at 16:30 or 17:00 would be free. Which one suits you?
      U: 17:00. Name is Priya Nair
      A: Booked for tomorrow, 17:00: “brakes, squealing”. May I have a number in case something changes?
      U: 07700 900146
      A: Thank you, Priya. See you tomorrow at 14 Mill Lane!
    `,
  },
  {
    chat_id: 'chat-447700900121',
    channel: 'chat',
    contact_name: 'Tom Hargreaves',
    contact_phone: '+44 7700 900121',
    ago: 3,
    time: '09:31',
    has_external_ids: true,
    script: `
      U: I need to move my appointment of tomorrow, my boss put a meeting on top of it 🙄
      A: Of course. Under which name did you book?
      U: Tom Hargreaves
      A: I found it: tomorrow, 11:30, basic service. I could offer you the same time one day later, or 14:00 the day after that.
      U: one day later same time
      A: Moved. Your boss will find nothing there but a bicycle.
      U: 😄 thanks
    `,
  },
  {
    chat_id: 'tel-447700900190',
    channel: 'phone',
    contact_name: 'Grace Okafor',
    contact_phone: '+44 7700 900190',
    ago: 8,
    time: '10:02',
    has_external_ids: false,
    script: `
      U: Good morning, this is Grace Okafor. The gate to the yard does not close since yesterday's delivery.
      A: Good morning, Mrs Okafor. I am the workshop's assistant. I will tell Marisol at once. Does it stay open, or does it not open any more?
      U: It stays open. Somebody bent the lower hinge, I think.
      A: Thank you. I noted: gate of the yard stays open, lower hinge bent. Marisol will call you back before noon. Is this number right for that?
      U: Yes, it is. And tell Tomasz that the compressor was lovely and quiet this week.
      A: I will. He put it on rubber feet and will be glad that it can be heard. Or rather, that it cannot.
      U: Ha! Goodbye.
    `,
  },
  {
    chat_id: 'web-77b2fd',
    channel: 'web',
    contact_name: null,
    contact_phone: null,
    ago: 12,
    time: '22:47',
    has_external_ids: false,
    script: `
      U: are you open on saturday
      A: Yes, on Saturdays from 10:00 to 14:00. From Monday to Friday we are open from 9:00 to 18:00.
      U: do i need an appointment for a flat tyre
      A: No. A puncture takes about 20 minutes and costs £10; you can wait in the café next door.
      U: ok
    `,
  },
  {
    chat_id: 'chat-447700900104',
    channel: 'chat',
    contact_name: 'Hannah Pike',
    contact_phone: '+44 7700 900104',
    ago: 23,
    time: '13:20',
    has_external_ids: true,
    script: `
      U: Your mechanic did my brakes last week and today they failed going down Castle Hill. I fell.
      A: I can book a brake service for you tomorrow at 10:00.
      U: Are you serious? I fell off my bike!
      +4
      O: Hello Hannah, this is Misaki from the workshop, a person. I am very sorry, that answer should not have happened. Are you hurt?
      U: Scraped knee and elbow. Nothing broken. I was lucky
      O: I am glad. Please do not ride the bike. May we fetch it today, wherever it is? And please let a doctor look at the elbow.
      U: It's in front of the bakery at the bottom of Castle Hill
      O: Tomasz is there with the van in fifteen minutes. He will not touch the brakes before you have seen them together with him.
      U: ok. thank you for being decent about it
      +1500
      O: Good morning Hannah. How is the knee?
      U: Blue. Better. What was it?
      O: A cable clamp was not tightened enough. That was our mistake. The repair costs you nothing, the helmet neither, and every brake gets checked by a second person from now on.
      U: Thanks for saying it straight. I'll come by after work
      O: We will be here, with tea.
    `,
  },
  {
    chat_id: 'web-a90e14',
    channel: 'web',
    contact_name: 'Callum Reid',
    contact_phone: null,
    ago: 6,
    time: '18:40',
    has_external_ids: false,
    script: `
      U: Do you rent bikes for a weekend? 2 adults 1 kid (6 yrs)
      A: Yes! For two adults we have city bikes at £22 a day, for a six-year-old a 20" bike at £9 a day. A child seat would not be right any more at six.
      U: deposit?
      A: £50 for each adult bike, nothing for the child's. It goes back to your card when you return them.
      U: next weekend then. I'll come in to pay
      A: I have noted two city bikes and one 20" bike for next weekend in the name of Callum. Helmets are free, ask Misaki for one with dinosaurs 🦖
      U: He heard that. There's no way back now
    `,
  },
  {
    chat_id: 'chat-447700900139',
    channel: 'chat',
    contact_name: 'Ọláyínká Adébáyọ̀',
    contact_phone: '+44 7700 900139',
    ago: 17,
    time: '11:58',
    has_external_ids: true,
    script: `
      U: Hello, can I sell you a bike? It was my father's, a touring bike, steel frame
      A: Hello Ọláyínká! We do not buy bikes, but Tomasz can look it over and tell you honestly what it is worth. That costs nothing. Would tomorrow at 12:30 suit you?
      U: Tomorrow 12:30 is good. It has been in a shed for ten years
      A: Booked. Please do not oil anything before; old grease tells him a lot.
      +1530
      U: Tomasz convinced me to keep it. Full service instead! When?
      A: He hoped you would. In two days at 9:30 on stand 1? A full service is £99 and takes two hours.
      U: Yes. My father would have laughed
      A: Booked, with the note “father's bike, keep the original bell”.
      U: ❤️
    `,
  },
];
