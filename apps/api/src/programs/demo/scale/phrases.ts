/** What is said in a chat: questions with their answers. `{bike}`, `{time}`, `{name}` and `{number}` are filled in. */
export const TURNS = [
  [
    'Hi, my {bike} makes a grinding noise when I brake. Can you have a look?',
    'Of course. Tomorrow at {time} would be free. Shall I book it?',
  ],
  [
    'Is {time} still free for a basic service?',
    'It is. A basic service takes an hour and costs £45. Booked for {name}, order {number}.',
  ],
  [
    'What does a full service for a {bike} cost?',
    'A full service takes two hours. Parts come on top, and nobody changes one without asking you first.',
  ],
  [
    'Where is my {bike}? It was to be ready at {time}.',
    'It waits for a part that arrives in the morning. I am sorry, {name}; the order is {number}.',
  ],
  [
    'Can I bring it without an appointment?',
    'For a flat tyre, yes. For anything longer please take a time, for example {time}.',
  ],
  [
    'The chain jumps when I push hard on the pedals',
    'Then chain and cassette are probably worn together. We measure both for free, tomorrow at {time}?',
  ],
  [
    'I lost the key of my lock, number {number}',
    'With proof of purchase we can open it. Please bring an identity card, {name}.',
  ],
  ['Do you sell lights that pass the test?', 'Yes, from £24 for the pair. Fitting on a {bike} is free.'],
  ['Thanks, that was quick 🙏', 'You are welcome, {name}! Have a good ride 🚲'],
  ['Can {name} collect it for me?', 'Yes. Please let them bring the number {number}.'],
  [
    'It rattles again, same place as last time',
    'Then we did not find it. Please bring it at {time}; looking again costs nothing.',
  ],
] as const;

/** How every fourth chat begins, before both go on in English. */
export const OPENINGS = [
  [
    'Dzień dobry, czy rower {bike} jest już gotowy?',
    'Tak, można go odebrać od {time}. Numer zlecenia {number}.',
  ],
  ['Czy mogę przełożyć wizytę na {time}?', 'Oczywiście, {name}. Przełożone, potwierdzenie {number}.'],
  [
    'Guten Tag, mein {bike} verliert Luft, aber ich finde kein Loch',
    'Oft ist es das Ventil. Kommen Sie gern um {time} vorbei, das dauert 20 Minuten.',
  ],
  [
    'Haben Sie Winterreifen für ein {bike}?',
    'Ja, mit und ohne Spikes. Ich lege einen Satz zurück, Auftrag {number}.',
  ],
  [
    'Bonjour, combien coûte un pneu pour {bike} ?',
    'Entre 22 et 48 £ selon le modèle. Voulez-vous venir à {time} ?',
  ],
  ['¿Pueden revisar los frenos de mi {bike}?', 'Claro, {name}. Mañana a las {time}, número {number}.'],
  ['مرحبًا، متى تكون دراجتي جاهزة؟', 'ستكون جاهزة الساعة {time}، رقم الطلب {number}.'],
  ['שלום, אפשר לקבוע תור לשעה {time}?', 'בשמחה. נקבע לשעה {time}, הזמנה {number}.'],
  ['자전거 뒷바퀴가 흔들려요.', '{time}에 오시면 바로 봐 드릴게요. 접수 번호는 {number}입니다.'],
  ['ブレーキの調整はいくらですか?', '35ポンドです。{time}にお越しいただけますか。受付番号は{number}です。'],
  ['你好,{time} 可以修车吗?', '可以,已为您预约,编号 {number}。'],
  [
    'Добрий день, чи є у вас шоломи для дітей?',
    'Так, від 18 £. Можемо відкласти один до {time}, номер {number}.',
  ],
  ['नमस्ते, क्या मेरी साइकिल आज मिल सकती है?', 'जी हाँ, {time} के बाद। ऑर्डर नंबर {number} है।'],
] as const;

export const BIKES = [
  'city bike',
  'cargo bike',
  'touring bike',
  'folding bike',
  'e-bike',
  'road bike',
  'tandem',
  'gravel bike',
  'child’s bike',
  'recumbent',
  'mountain bike',
];

export const TIMES = [
  '9:00',
  '9:30',
  '10:00',
  '10:30',
  '11:00',
  '11:30',
  '13:00',
  '13:30',
  '14:00',
  '15:30',
  '16:30',
  '17:00',
];

export const NAMES = [
  'Ada',
  'Bruno',
  'Chidi',
  'Dana',
  'Elif',
  'Farid',
  'Gwen',
  'Hiroko',
  'Ines',
  'Jakub',
  'Katya',
  'Lior',
  'Maren',
  'Nils',
  'Oksana',
  'Pilar',
  'Quentin',
  'Rosa',
  'Sven',
  'Tariq',
  'Uma',
  'Valentina',
  'Wanjiru',
];

export const SURNAMES = [
  'Abara',
  'Bergqvist',
  'Castellan',
  'Dombrowski',
  'Eriksen',
  'Fontaine',
  'Gallagher',
  'Haddad',
  'Ivanenko',
  'Jensen',
  'Kowalczyk',
  'Lindgren',
  'Moreau',
  'Nakamura',
  'Okonkwo',
  'Petrov',
  'Quiroga',
  'Rossi',
  'Schuster',
  'Tanaka',
  'Umarov',
  'Vance',
];

export const PARTS = [
  'brake pads',
  'chains, 9 speed',
  'chains, 11 speed',
  '28" inner tubes',
  '26" inner tubes',
  'brake cables',
  'gear cables',
  'spokes, 262 mm',
  'rim tape',
  'bottom brackets',
  'pedals',
  'grips',
  'bar tape',
  'cassettes',
  'jockey wheels',
  'valve cores',
  'light bulbs',
];

export const WORKS = [
  'Went through the tickets of the day.',
  'Updated the certificates and read the logs.',
  'Cleaned the list of parts.',
  'Tried the booking form with bad connections.',
  'Compared the stock with the drawers.',
  'Rewrote the mail that goes out after a service.',
  'Measured the slow pages again.',
  'Read last week’s chats.',
  'Moved old orders into the archive.',
  'Checked the receipts of the rental.',
  'Counted what the alerts said at night.',
];

export const OUTCOMES = [
  'Nothing to do.',
  'Two small things are fixed.',
  'One question stays open for Marisol.',
  'Tomasz agrees.',
  'The numbers are the same as last time.',
  'Wrote it down for the next drill.',
  'It is a little faster now.',
  'Left a note for Misaki.',
  'The rest can wait.',
];

export const MOODS = ['calm', 'focused', 'tired', 'content', 'busy', 'curious', 'annoyed'];
