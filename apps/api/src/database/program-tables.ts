import type { DatabaseName } from './data-source-options';

/** The tables that the migrations make. */
const TABLES: Record<DatabaseName, string> = {
  panel:
    'agent_sightings api_key_older_texts api_keys appointment_events appointment_imports appointment_services appointments ' +
    'assistant_account_sessions assistant_account_usage assistant_accounts audit_events auth_sessions ' +
    'blocks booking_page busy_calendars calendar_events calendar_tokens changes chat_agent_settings ' +
    'chat_numbers chat_reminders client_changes client_erasures client_import_rows client_imports ' +
    'client_merges client_words clients closures conversation_events conversation_notes conversation_reads ' +
    'conversation_settings conversations credentials_key_checks daily_counts erased_conversation_figures erased_words_check freed_times hash_keys ' +
    'hook_deliveries hook_events hook_older_secrets hook_outbox hooks imported_appointments mail_settings mail_texts mails ' +
    'migrations occupied_times open_times password_resets push_devices rate_limits recovery_codes refresh_tokens report_beginning report_cells report_days report_marks request_keys ' +
    'resource_names resource_services resources retention_settings revoked_keys row_counts saved_replies ' +
    'series_rules service_names services skipped_first_steps team_notices told_appointments user_invites ' +
    'users waiting_entries workflow_executions workflow_hours workflows',
  memory:
    'assistant_decisions assistant_people assistant_projects assistant_runs assistant_sessions ' +
    'assistant_state assistant_tasks chat_erasures chat_history chats erased_message_ids erased_replies ' +
    'hook_events hook_outbox memory_keys_to_own memory_quarantine memory_settings memory_versions ' +
    'migrations project_identities project_merges request_keys search_documents search_lengths ' +
    'search_queue search_words taken_back_replies',
};

export function programTables(name: DatabaseName): string[] {
  return TABLES[name].split(' ');
}
