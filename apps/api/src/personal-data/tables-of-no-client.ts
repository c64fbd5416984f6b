import type { DatabaseName } from '../database/data-source-options';

/** Tables of which no row is a client's, with all their columns. */
export const TABLES_OF_NO_CLIENT: Record<DatabaseName, Record<string, string>> = {
  panel: {
    agent_sightings: 'is_only_row last_seen_at',
    api_key_older_texts: 'prefix key_id digest until',
    api_keys:
      'id name scopes prefix digest expires_at last_used_at created_by created_at owner_id rotated_at former_prefix former_digest ' +
      'former_until',
    assistant_account_sessions:
      'account_id version session_data stored_at stored_by machine expires_at refresh_expires_at identity restored_from',
    assistant_account_usage: 'account_id hour name at used_percent',
    assistant_accounts:
      'id name type description session_data session_version session_updated_at session_expires_at is_active created_at ' +
      'updated_at tool session_refresh_expires_at identity held_by activated_at usage',
    // `erase_from_audit()` empties `object_name` and `details`, and `object` of a chat.
    audit_events: 'id at user_id key_name action object ip details object_name client_ids key_id user_name',
    auth_sessions: 'id user_id generation ip user_agent created_at last_used_at ends_at confirmed_at',
    appointment_services: 'appointment_id position service_id duration_minutes buffer_minutes',
    blocks: 'id resource resource_id starts_at ends_at reason series_id created_at updated_at',
    booking_page:
      'id enabled slug title text service_ids resource_ids choose_resource horizon_days notice_minutes open_per_visitor confirm ' +
      'ask questions privacy_url privacy_version accent frame_hosts waiting_list hold_minutes confirm_contact logo has_logo version updated_at',
    busy_calendars:
      'id resource resource_id name url show_titles etag full_read_at last_read_at last_error created_at updated_at',
    // Copied from a calendar of somebody of the team, whose owner removes it there.
    calendar_events: 'id calendar_id starts_at ends_at title',
    calendar_tokens: 'user_id token_digest created_at',
    changes: 'id at object object_id action into_id place',
    chat_agent_settings:
      'id name greeting language time_zone phone_region working_hours slot_minutes resources services auto_confirm enabled ' +
      'version updated_at agent_hours closures notice_minutes buffer_minutes agent_lookup cancel_notice_minutes cancel_late ' +
      'horizon_days pause feed_notes schedules former_resources phone time_zone_chosen unnamed_resource business_name address agents_on_grid used_for',
    // Ids alone; the chats until their messages are erased.
    client_erasures:
      'client_id requested_at requested_by requested_by_name chats erased rows_erased_at finished_at',
    // Words of names, each as long as a client has it: triggers take it out with the last one.
    client_words: 'word',
    closures: 'id resource_id from to reason public position',
    credentials_key_checks: 'key_id sealed created_at',
    daily_counts: 'id name day count',
    // When it began, by what way and how it went; of nobody.
    erased_conversation_figures: 'id created_at channel outcome first_answer_s',
    erased_words_check: 'is_only_row checked_to is_done',
    freed_times: 'id resource_id during appointment_id is_settled',
    hash_keys: 'name key',
    hook_events: 'type',
    hook_older_secrets: 'id hook_id secret until',
    hooks:
      'id url events active secret failures failing_since retry_at switched_off_at created_at updated_at previous_secret ' +
      'previous_secret_until key_id key_name gone_since',
    conversation_reads: 'conversation_id user_id read_to is_unread',
    conversation_settings:
      'id remind_assigned_minutes remind_team_minutes hand_back_minutes close_after_days outside_hours version updated_at assign away_after_minutes',
    mail_settings:
      'id enabled sender reply_to server password sends reminder_hours quiet chat_reminders told_from told_until version ' +
      'updated_at chat_reminders_from',
    mail_texts: 'kind language subject text updated_at',
    migrations: 'id timestamp name',
    report_beginning: 'is_only_row recorded_since',
    report_cells: 'figure day key n moved minutes span',
    report_days: 'day zone',
    report_marks: 'id at',
    imported_appointments: 'appointment_id import_id reminds',
    occupied_times: 'appointment_id resource_id during buffer_minutes squeezed held_until',
    open_times: 'resource_id during',
    password_resets: 'user_id token_digest expires_at',
    push_devices: 'id session_id endpoint_digest subscription created_at last_at',
    rate_limits: 'key points expire',
    recovery_codes: 'user_id code_digest',
    refresh_tokens: 'token_digest session_id generation',
    retention_settings: 'id months version',
    resource_names: 'id resource_id name since until',
    resource_services: 'resource_id service_id',
    resources:
      'id name kind user_id colour working_hours exceptions does_all_services schedule_position position named_at named_by archived_at',
    revoked_keys: 'id owner_id revoked_at',
    row_counts: 'id name count',
    saved_replies: 'id name text created_at updated_at',
    // Times alone.
    series_rules: 'id rrule starts_at exceptions',
    service_names: 'id service_id name since until',
    services:
      'id name duration_minutes buffer_minutes needs_room price description position named_at named_by archived_at',
    skipped_first_steps: 'step skipped_at',
    team_notices: 'id way kind object_id at user_id by_id',
    user_invites: 'user_id token_digest expires_at made_by',
    users:
      'id email name role password_hash is_active created_at updated_at totp_secret totp_pending_secret totp_last_step locale ' +
      'time_zone theme density last_seen_at notify_desktop notify_sound formats notify_mail notify_push push_names messages_read_to is_away active_at given_at',
    workflow_executions: 'id workflow_path called_at status duration_ms error_code',
    workflow_hours: 'workflow_path hour calls errors',
    workflows: 'id name method path active created_at updated_at',
  },
  // What assistants remember for the team is about no client; `POST /memory/erase` erases what names one.
  memory: {
    assistant_decisions:
      'id project_id text session_id at withdrawn_at replaced_by created_at written_by written_through writer_id ' +
      'assistant_session branch head machine private_to',
    assistant_people: 'id name relationship notes updated_at written_by written_through created_at writer_id',
    assistant_projects:
      'id name description status server url stack notes priority created_at updated_at written_by written_through writer_id private_to',
    assistant_runs: 'session_id machine written_by project_id brief started_at seen_at writer_id',
    assistant_sessions:
      'id session_date summary projects_touched decisions_made tasks_completed tasks_created mood idempotency_key written_by ' +
      'written_through decisions_list projects session_id branch head machine key_id stored_at writer_id sent_digest owner_id made private_to',
    assistant_state:
      'id key value category updated_at previous_value written_by written_through created_at project_id writer_id ' +
      'session_id branch head machine private_to',
    assistant_tasks:
      'id project_id task status priority created_at updated_at written_by written_through writer_id former_texts ' +
      'session_id branch head machine private_to',
    // Keyed hashes: a message that was erased is known when it is sent again.
    erased_message_ids: 'digest at',
    hook_events: 'type',
    hook_outbox: 'id type object_id object at event_id',
    memory_keys_to_own: 'key_id',
    memory_quarantine: 'id kind row_id status rule digest found_at',
    memory_settings: 'id turns chosen_at version',
    memory_versions: 'version kind row_id at by through before',
    migrations: 'id timestamp name',
    project_identities: 'id project_id identity created_at',
    project_merges: 'id project into_id moved merged_at',
    request_keys: 'kind caller key digest object_id created_at',
    // The words of a message leave with it: `ChatErasingService`.
    search_documents: 'kind id at words length',
    search_lengths: 'kind words',
    search_queue: 'kind id noted_at failure retry_at',
    search_words: 'word kind documents',
  },
};
