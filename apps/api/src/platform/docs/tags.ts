import type { DocumentBuilder } from '@nestjs/swagger';

/** Descriptions of the controllers' tags, in the order of the documentation. */
const TAGS = {
  Appointments: 'Bookings of the chat agent and of the panel, and the free times.',
  Clients: 'The people and companies that the business works for; also as a CSV file.',
  'Agent tools':
    'The same for chat and phone agents as tools: in the envelopes of their platforms, and over MCP at `/mcp`.',
  Conversations: 'Chats with customers: what the chat agent reports, and the replies of people.',
  'Assistant accounts': 'The accounts of the coding assistant, and their sessions.',
  'Memory webhooks': 'How a coding assistant loads and stores its memory.',
  Memory: 'The memory as the panel shows it.',
  Workflows: 'The management of the webhooks.',
  'Outbound webhooks':
    'Addresses that are told what happens. What they are sent stands in the section `webhooks` of this document.',
  Mail: 'Mails to users and clients: the server, the texts, and the log.',
  Dashboard: 'The figures of the first page.',
  Reports: 'The figures of a period.',
  Settings: 'The chat agent, the databases, the API keys, and the record of what was done.',
  Events: 'A stream of what changes.',
  'Log-in': 'Sessions, and the own account.',
  Users: 'Who may use the panel.',
  Health: 'Whether the server works; its metrics.',
} as const;

export function addTags(builder: DocumentBuilder): void {
  for (const [name, description] of Object.entries(TAGS)) builder.addTag(name, description);
}
