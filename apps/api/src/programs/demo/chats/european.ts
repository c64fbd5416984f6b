import type { DemoChat } from './demo-chat';

export const EUROPEAN: readonly DemoChat[] = [
  {
    chat_id: 'chat-447700900152',
    channel: 'chat',
    contact_name: 'Piotr Zieliński',
    contact_phone: '+44 7700 900152',
    ago: 48,
    time: '09:32',
    has_external_ids: true,
    script: `
      U: Dzień dobry, przerzutka mi przeskakuje na trzecim biegu. Da się coś zrobić na jutro?
      A: Dzień dobry! Tak, regulacja przerzutki trwa około 30 minut. Jutro mam wolne o 10:30 albo 13:00. Co Panu pasuje?
      U: 10:30. Piotr Zieliński
      A: Zapisane: jutro, 10:30, regulacja przerzutki, Piotr Zieliński. Do zobaczenia!
      U: A Tomasz będzie? 🙂
      A: Będzie. Proszę tylko nie zagadać go na śmierć, o 11:00 ma następny rower.
    `,
  },
  {
    chat_id: 'chat-447700900195',
    channel: 'chat',
    contact_name: 'Sabine Krüger',
    contact_phone: '+44 7700 900195',
    ago: 10,
    time: '08:20',
    has_external_ids: true,
    script: `
      U: Guten Morgen, ich ziehe gerade nach Wrenfield und mein Rad ist beim Umzug verbogen worden. Machen Sie auch Rahmen?
      A: Guten Morgen und willkommen in Wrenfield! Stahlrahmen richten wir, Aluminium und Carbon leider nicht: Die brechen später. Wissen Sie, was Ihrer ist?
      U: Stahl, Baujahr 1988, älter als mein Freund
      A: Dann hat er gute Aussichten. Der Rahmen jedenfalls. Tomasz schaut ihn sich morgen um 14:30 an, das kostet nichts. Passt das?
      U: 😂 Passt. Krüger, mit ü bitte, nicht mit ue
      A: Frau Krüger mit ü, morgen um 14:30. Wir schreiben Namen so, wie man sie schreibt.
      U: Das hat hier noch niemand gesagt. Danke!
    `,
  },
  {
    chat_id: 'web-31d7ac',
    channel: 'web',
    contact_name: 'Élodie Marchand',
    contact_phone: '+44 7700 900109',
    ago: 4,
    time: '19:33',
    has_external_ids: false,
    script: `
      U: Bonsoir, est-ce que vous réparez les vélos électriques ?
      A: Bonsoir ! Oui : freins, transmission, roues et contrôle de la batterie. Nous n'ouvrons pas les moteurs, ceux-là retournent chez le fabricant. Que fait votre vélo ?
      U: L'écran affiche E-07 et l'assistance coupe dans les montées
      A: E-07 est souvent le capteur de vitesse : l'aimant sur le rayon a bougé. Un contrôle coûte 60 £ et dure une heure. Demain à 11:00, ça irait ?
      U: J'ai regardé, l'aimant pendait. Je l'ai remis et ça marche !!
      A: Bravo ! Vous venez d'économiser 60 £. Si l'erreur revient, nous sommes là.
      U: Je passerai quand même acheter une sonnette 🔔
    `,
  },
  {
    chat_id: 'chat-447700900176',
    channel: 'chat',
    contact_name: 'Lucía Ferrer',
    contact_phone: '+44 7700 900176',
    ago: 9,
    time: '16:05',
    has_external_ids: true,
    script: `
      U: Hola! Se me ha roto la cadena y mañana tengo un examen a las 9 al otro lado de la ciudad 😱
      A: ¡Hola, Lucía! Una cadena nueva cuesta 28 £ y tarda 20 minutos. Hoy abrimos hasta las 18:00 y hay un hueco a las 16:45. ¿Llegas?
      U: Voy corriendo, literalmente
      A: Reservado a las 16:45. Respira, y empuja el plato con cuidado, que muerde.
      +95
      U: Ya ruedo otra vez!! Tomasz me ha deseado suerte en español
      A: Ha practicado. ¡Mucha suerte mañana!
      +1200
      U: Aprobado!!! 🎉
      A: ¡Enhorabuena! Aquí se ha oído un timbre de alegría.
    `,
  },
  {
    chat_id: 'tel-447700900141',
    channel: 'phone',
    contact_name: 'Οδυσσέας Παππάς',
    contact_phone: '+44 7700 900141',
    ago: 36,
    time: '10:44',
    has_external_ids: false,
    script: `
      U: Καλημέρα, νοικιάζετε ποδήλατα για μία εβδομάδα;
      A: Καλημέρα! Ναι, ένα ποδήλατο πόλης κοστίζει 22 £ την ημέρα ή 110 £ την εβδομάδα. Για πότε το θέλετε;
      U: Από αύριο. Και η εγγύηση;
      A: Η εγγύηση είναι 50 £ και επιστρέφεται στην κάρτα σας. Θα το κρατήσω στο όνομά σας· πώς λέγεστε;
      U: Οδυσσέας Παππάς. Ελπίζω να μη χαθώ στον δρόμο.
      A: Με τέτοιο όνομα θα σας δώσουμε και έναν χάρτη. Αύριο από τις 9:00!
    `,
  },
  {
    chat_id: 'chat-447700900158',
    channel: 'chat',
    contact_name: 'Наталія Бондар',
    contact_phone: '+44 7700 900158',
    ago: 20,
    time: '13:37',
    has_external_ids: true,
    script: `
      U: Добрий день! Синові 9 років, потрібен велосипед. Чи маєте вживані?
      A: Добрий день, Наталіє! Зараз є два відремонтовані дитячі велосипеди 24": синій за 85 £ і зелений за 95 £. Обидва з гарантією на пів року.
      U: Зелений! Він іншого кольору не визнає 💚
      A: Відкладу зелений до завтра, до 14:00. Приходьте разом, Томаш відрегулює сідло по зросту.
      U: Дякую, будемо о 12
      A: Чекаємо на вас обох. Шолом у подарунок, теж зелений.
    `,
  },
  {
    chat_id: 'web-c4418e',
    channel: 'web',
    contact_name: 'Ana Souza',
    contact_phone: null,
    ago: 30,
    time: '20:18',
    has_external_ids: false,
    script: `
      U: Oi, quanto custa uma revisão completa?
      A: Olá! A revisão completa custa 95 £ e leva duas horas: freios, câmbio, rodas, cabos e limpeza. Peças à parte, e ninguém troca nada sem perguntar.
      U: e a simples?
      A: A simples custa 45 £ e leva uma hora: ajustes e segurança. Para uma bicicleta usada todos os dias, a completa uma vez por ano vale a pena.
      U: vou pensar, obrigada!
      A: De nada, Ana. Boa noite!
    `,
  },
  {
    chat_id: 'chat-447700900167',
    channel: 'chat',
    contact_name: 'Mette Sørensen',
    contact_phone: '+44 7700 900167',
    ago: 15,
    time: '09:09',
    has_external_ids: true,
    script: `
      U: Hej, I found a ladcykel with your sticker on it in front of my house. It blocks the ramp for my mother's wheelchair
      A: Hello Mette, I am sorry, we will move it. Which street is it, and is there a number on the sticker?
      U: Ferry Street 8. Number 04
      A: That is one of the courier bikes. I have told the firm and the workshop; somebody comes within half an hour. If it is still there at 9:45, please write again.
      +21
      U: A very polite man moved it and apologised to my mother. She wants to know if he is married
      A: I am afraid that this is not in my records. Greetings to your mother!
    `,
  },
];
