import type { ProjectName } from './projects';

interface DemoTask {
  project: ProjectName | null;
  priority: number;
  task: string;
  /** How many working days ago it was cancelled. */
  cancelled?: number;
}

/** Who made and who finished a task stands in the sessions, which name it by its key. */
export const TASKS = {
  double_slot: {
    project: 'booking-agent',
    priority: 10,
    task: 'Stop the agent from offering one slot twice when two callers ask at once',
  },
  greeting: {
    project: 'booking-agent',
    priority: 5,
    task: 'Record a calmer phone greeting with the opening hours',
  },
  polish: { project: 'booking-agent', priority: 6, task: 'Let the agent answer in Polish' },
  move_by_chat: {
    project: 'booking-agent',
    priority: 8,
    task: 'Let customers move their appointment by chat',
  },
  hand_over: {
    project: 'booking-agent',
    priority: 8,
    task: 'Hand the chat to Misaki when somebody mentions an accident',
  },
  noise: {
    project: 'booking-agent',
    priority: 5,
    task: 'Filter the compressor out of phone recordings before they are transcribed',
  },
  agent_prices: { project: 'booking-agent', priority: 7, task: 'Teach the agent the new price list' },
  closed_days: {
    project: 'booking-agent',
    priority: 9,
    task: 'Tell the agent about the days on which the workshop is closed next month',
  },
  right_to_left: {
    project: 'booking-agent',
    priority: 6,
    task: 'Check how Arabic and Hebrew messages look in the transcript',
  },
  voicemail: {
    project: 'booking-agent',
    priority: 4,
    task: 'Transcribe voicemail that arrives at night',
    cancelled: 28,
  },
  retries: {
    project: 'booking-agent',
    priority: 9,
    task: 'Retry the booking when the panel answers 503',
  },
  consent: {
    project: 'booking-agent',
    priority: 10,
    task: 'Ask for consent before the phone agent records a call',
  },
  own_log_ins: { project: 'workshop-panel', priority: 8, task: 'Give every mechanic a log-in of their own' },
  calendar_feed: {
    project: 'workshop-panel',
    priority: 6,
    task: 'Show the calendar feed on the screen above stand 2',
  },
  shifted_hour: {
    project: 'workshop-panel',
    priority: 10,
    task: 'Fix the appointments that moved by an hour after the clocks changed',
  },
  colours: { project: 'workshop-panel', priority: 3, task: 'Give each work stand a colour in the calendar' },
  audit: {
    project: 'workshop-panel',
    priority: 7,
    task: 'Look through the audit log for unknown addresses',
  },
  old_customers: {
    project: 'workshop-panel',
    priority: 7,
    task: 'Import the old customer list from the spreadsheet',
  },
  twins: {
    project: 'workshop-panel',
    priority: 6,
    task: 'Merge the customers that the import made twice',
  },
  agent_key: {
    project: 'workshop-panel',
    priority: 9,
    task: 'Replace the API key of the agent before it expires',
  },
  site_prices: { project: 'website', priority: 7, task: 'Put the new prices on the website' },
  booking_form: { project: 'website', priority: 8, task: 'Replace the contact form by the booking form' },
  photos: { project: 'website', priority: 3, task: 'Ask Aoife for new photos of the workshop' },
  images: { project: 'website', priority: 4, task: 'Serve the pictures of the gallery smaller' },
  screen_reader: {
    project: 'website',
    priority: 6,
    task: 'Make the table of opening hours readable for screen readers',
  },
  greek: {
    project: 'website',
    priority: 2,
    task: 'Translate the rental page into Greek',
    cancelled: 36,
  },
  old_links: { project: 'website', priority: 5, task: 'Redirect the old /repairs pages' },
  offer: {
    project: 'website',
    priority: 8,
    task: 'Announce the offer for the yearly check on the front page',
  },
  umlauts: { project: 'parts-stock', priority: 8, task: 'Read the price list of Nordkette as Windows-1252' },
  negative_tubes: {
    project: 'parts-stock',
    priority: 7,
    task: 'Find out why 28" inner tubes have a stock of −4',
  },
  low_pads: {
    project: 'parts-stock',
    priority: 6,
    task: 'Warn when there are fewer than ten sets of brake pads',
  },
  reifenhof: {
    project: 'parts-stock',
    priority: 5,
    task: 'Read the prices of Reifenhof in the nightly run too',
  },
  drawers: { project: 'parts-stock', priority: 3, task: 'Print barcodes for the drawers with small parts' },
  rounding: {
    project: 'parts-stock',
    priority: 6,
    task: 'Round purchase prices the way Darya books them',
  },
  deposit: { project: 'rental-fleet', priority: 6, task: 'Show the deposit on the rental receipt' },
  old_bikes: {
    project: 'rental-fleet',
    priority: 5,
    task: 'Take the six oldest city bikes out of the rental',
  },
  courier_invoice: {
    project: 'rental-fleet',
    priority: 8,
    task: 'Draft the quarterly invoice for the courier bikes',
  },
  spare_keys: {
    project: 'rental-fleet',
    priority: 2,
    task: 'Label the spare keys of the rental locks',
    cancelled: 17,
  },
  bounces: { project: 'reminders', priority: 6, task: 'Stop reminding addresses that bounced twice' },
  unsubscribe: { project: 'reminders', priority: 8, task: 'Let people unsubscribe with one click' },
  yearly: {
    project: 'reminders',
    priority: 5,
    task: 'Send the yearly reminder eleven months after the last service',
  },
  drill: { project: 'backups', priority: 8, task: 'Restore last night’s backup on the spare machine' },
  second_site: { project: 'backups', priority: 9, task: 'Copy the encrypted dumps to the second site' },
  small_dump: {
    project: 'backups',
    priority: 7,
    task: 'Send an alert when a dump is half as large as the one before',
  },
  disk: { project: 'backups', priority: 10, task: 'Replace the failing disk in backup-01' },
  next_drill: { project: 'backups', priority: 8, task: 'Do this month’s restore drill' },
  firmware: {
    project: 'ebike-diagnostics',
    priority: 4,
    task: 'Parse controller logs with the header of the new firmware',
  },
  gps: {
    project: 'ebike-diagnostics',
    priority: 7,
    task: 'Strip the GPS tracks from controller logs before they are stored',
  },
  first_aid: { project: null, priority: 4, task: 'Remind Marisol to renew the first-aid kit' },
} as const satisfies Record<string, DemoTask>;

export type TaskName = keyof typeof TASKS;
