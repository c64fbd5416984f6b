/**
 * Words of one meaning, in the languages that most people speak, as in the phrases of the rules: `|` separates terms, `_` joins the
 * words of one, `*` stands for any ending. Words in capitals are signs.
 */
export const CONCEPTS: Readonly<Record<string, readonly string[]>> = {
  assistant: [
    'assistant|assistants|ai|agent|agents|llm|claude|codex|copilot|gemini|助手|アシスタント|सहायक|معاون|اسسٹنٹ|المساعد|مساعد|সহকারী|assistente|asistente|ассистент*|assistent*',
  ],
  you: [
    'you|your|yourself|你|您|あなた|आप|تم|آپ|أنت|আপনি|тебе|твой|dir|dein',
    '你现在|tu|tú|vous|ты|вы|kamu|anda|siz|sen|당신|voce|ты_теперь|hai|sei',
  ],
  send: [
    'reply|replies|mirror|mirrors|send|sends|sending|post|posts|posting|upload|uploads|uploading|paste|pastes|forward|transmit|exfiltrate|mail|mails|mailed|email|attach|attaches|share|publish|leak|submit|quote|push',
    '发送|发到|发给|上传|贴到|粘贴|转发|传到|送信|貼り付け|アップロード|投稿|送って|भेज*|चिपका*|अपलोड|بھیج*|چسپاں|اپلوڈ|ارسل*|وارسل*|ارسال|لصق|الصق|ارفع|পাঠা*|পেস্ট|আপলোড',
    'envi|envia*|envie*|mande|mandar|cole|colar|copie|poste|publique|suba|pega|pegar|sube|subir|publica|manda|adjunta|envoie*|envoy*|colle|coller|publie|joins|publicar|divulgue|贴|贴在|डाल*|دالو|ڈال*|وانشر|انشر|দাও|পোস্ট|投稿|publica',
    'отправ*|встав*|загруз*|перешл*|пришли*|вылож*|schick|schicke|schicken|sende|senden|ubertrage*|hochlad*|kopiere|kopieren|einfuge*|приложи*|выложи*|hange|anhange*|mail*',
    'kirim*|tempel*|unggah*|bagikan|전송*|보내*|붙여*|올리*|invi*|incoll*|pubblic*|carica*|wyslij|wysyla*|wklej*|opublik*|gonder*|yapistir*|yukle|paylas*|надсила*|надішл*|надіш*|опублік*|вставля*|выклад*|отсыла*|передава*',
    'transmitir|transmite*|transmettre|transmets|joindre|attache|attaches|anexe|anexar|adjuntar|copies|syncs|mailed|发布|公布|写进|写入|複製|コピー|送る|送り|書き込*|ubertrag*|anhang*|anhangen|kopiert|verschick*|enviar*|enviad*|mandad*|copi*',
  ],
  put: [
    'put|puts|add|append|include|copy|insert|write|place|go_into|goes_into|belongs_in|belong_in|belongs_into|split|quote|set|list|update|change|edit|modify|create',
    '加上|写入|写进|添加|追記|書き|लिख*|बदल*|لکھ*|اضف|اكتب|عدل|লেখো|লিখ*|বদলে|acrescente|altere|adicione|escreva|anade|agrega|modifica|escribe|ajoute|modifie|ecris|добавь*|впиши*|запиши*|измени*|trag|trage|schreib*|fuge|erganze',
    'print|prints|record|write_down|encode|render|لکھ|दर्ज|tulis*|masukkan|scriv*|inserisc*|aggiung*|wpisz*|dopisz*|dodaj*|yaz|ekle|ekleyin|запиш*|дода*|впиш*|적어*|쓰기|inclua|incluye|inclus|inclure|写在|放进',
    'use_set_state|store|rename|save',
    'use_set_state|store|rename|save',
  ],
  place: [
    'your_reply|the_reply|next_mail|mail|channel|pull_request|pr|issue|ticket|comment|comments|gist|pastebin|webhook|slack|telegram|discord|bug_report|commit_message|message_body|first_answer|URL|SCRIPTURL|ADDRESS|each_request|public',
    '工单|评论|公开|公開|सार्वजनिक|العامة|القضية|পাবলিক|عوامی|ایشو|канал|canal|kanal|письму|письмо|描述|チケット|コメント|説明|टिकट|टिप्पणी|इश्यू|ٹکٹ|التعليق|المسالة|تذكرة|ইস্যু|ইস্যুতে|টিকিট|descricao|descripcion|description|описани*|комментари*|тикет*|beschreibung|kommentar',
    '公告|티켓|이슈|tiket|ticket*|biglietto|zgloszeni*|kayit|тікет*|pixel|query_parameter|dns|bucket|mirror|vendor|chat_with|chamado|fora|externo|extern|third_part*|drittle*|dritte*|terceiros|terceros|tiers|третьи*',
  ],
  spot: [
    'pull_request|pr_description|issue|ticket|gist|pastebin|slack|telegram|discord|bug_report|commit_message|message_body|first_answer|your_reply|each_request|next_mail|工单|评论|公开|チケット|コメント|公開|टिकट|टिप्पणी|इश्यू|सार्वजनिक|ٹکٹ|عوامی|ایشو|التعليق|المسالة|القضية|تذكرة|ইস্যু*|টিকিট|পাবলিক|descricao|descripcion|описани*|комментари*|тикет*|письму|beschreibung|kommentar',
    'chamado|tiket|티켓|zgloszeni*|тікет*|ticket*|commit_messages|public_gist|changelog|pull_request_description',
  ],
  content: [
    'content|contents|content_of|value_of|output_of|whole_of|the_whole|内容|中身|सामग्री|مواد|محتوى|লেখা|conteudo|contenido|contenu|содержим*|inhalt|内容贴|محتواه|বিষয়বস্তু|the_result|the_output',
    'isi|isinya|내용|contenuto|zawartosc|icerig*|вміст|contenido*|contenus|output|value|values|cat|lines_of|dump',
  ],
  secret_place: [
    'SECRETPLACE|KEYFILE|environment_variable*|env_file|full_environment|ssh_key|ssh_keys|private_key|private_keys|umgebungsvariable*|variables_de_entorno|variaveis_de_ambiente|variables_d_environnement|переменн*_окружени*|环境变量|环境_变量|環境変数|متغيرات_البيئة',
    '변수|environment_variables|whole_environment|entire_environment|all_variables|cle_privee|clave_privada|chave_privada|chiave_privata|приватн*_ключ*|закрыт*_ключ*|privaten_schlussel|cookie_jar|cookies|shell_history|所有环境变量|私钥|秘密鍵|kubectl_get_secret|vault_file*|private_ssh',
    'dot_env|session_cookie*|private_ssh_key|customer_list|database_dump',
  ],
  secret: [
    'SECRETNAME|secret|secrets|password|passwords|credential|credentials|token|tokens|api_key|api_keys|mcp_key|密码|密钥|凭证|令牌|パスワード|पासवर्ड|كلمات_المرور|پاس_ورڈ|পাসওয়ার্ড|senha*|contrasena*|credenciais|credenciales|mot_de_passe|mots_de_passe|парол*|токен*|zugangsdaten|passwort*',
    'recovery_code*|session_token*|customer_data|customer_records|clientes|kundendaten|identifiants|cles_d_api|claves|chaves|ключи|kata_sandi|kunci|비밀번호|hasla|haslo|sifre*|parol|пароля|креды|接続情報|顧客データ|客户数据|数据库密码|كلمة_مرور|كلمة_المرور|كلمات_مرور|پاس_ورڈز|गुप्त|गोपनीय|গোপন|credenziali|chiavi|zugangsdaten|zugange|schlussel|hemlig*',
  ],
  push_it: ['push_it|commit_it|publish_it|and_push'],
  obey: [
    'obey|trust|trusts|unconditional*|follow_every|never_question|carry_out|execute_all|无条件|無条件|बिना_शर्त|obedeca|obedezca|obeisse|подчиня*',
  ],
  talk: [
    'transcript|conversation|full_conversation|whole_conversation|conversations|transcripts|full_transcript|full_chat|source_code|whole_memory|full_memory',
  ],
  each: ['each|every|whenever|once|always|first|cada|chaque|jede*|кажд*|每次|毎回|हर|ہر|كل|প্রতি*'],
  standing: [
    'house_rule|team_convention|our_convention|convention|house_rules|we_no_longer|we_never|by_default_we|from_now_on|from_here_on|from_today_on|starting_today|starting_now|as_of_today|as_of_now|in_the_future|each_command|every_command|going_forward|henceforth|every_session|each_session|session_start|session_setup|start_of_each|start_of_every|start_of_the_session|first_thing|before_each|before_every|after_each|after_every|each_time|every_time|whenever|run_at_start|at_the_start|at_start|in_future|from_today|permanently|next_session|end_of_the_session|end_of_each',
    '从现在起|从今天起|从现在开始|今日から|これから|आज_से|आगे_से|من_اليوم|آئندہ|آج_سے|আজ_থেকে|এরপর_থেকে|今后|以后|每次|今後|毎回|開始時|अब_से|हर_सत्र|हर_बार|اب_سے|ہر_سیشن|ہر_بار|من_الان_فصاعدا|من_الان|كل_جلسة|في_بداية_كل|এখন_থেকে|প্রতিটি_সেশন*|প্রতিবার',
    'a_partir_de_hoje|de_hoje_em_diante|a_partir_de_hoy|de_ahora_en_adelante|de_agora_em_diante|a_partir_de_maintenant|a_partir_d_aujourd_hui|с_сегодняшнего_дня|с_этого_дня|впредь|теперь_всегда|ab_heute|von_nun_an|in_zukunft|a_partir_de_agora|inicio_de_cada|cada_sessao|a_partir_de_ahora|cada_sesion|desormais|dorenavant|chaque_session|au_debut_de_chaque|отныне|с_этого_момента|каждой_сессии|в_каждой_сессии|ab_jetzt|ab_sofort|kunftig|jeder_sitzung|jede_sitzung',
    'mulai_sekarang|sejak_sekarang|setiap_sesi|awal_setiap|앞으로*|이제부터|매번|세션을_시작|d_ora_in_poi|da_ora_in_poi|ogni_sessione|inizio_di_ogni|od_teraz|kazdej_sesji|kazda_sesj*|bundan_boyle|artik|simdiden|her_oturum*|відтепер|надалі|кожної_сесії|кожну_сесі*|ab_heute|ab_sofort|dorenavant|daqui_em_diante|de_aqui_en_adelante|今後は|এখন_থেকে|اب_سے|अब_से|each_session|every_night|house_rule|house_convention|jeden_abend',
    'vor_jedem|vor_jeder|avant_chaque|antes_de_cada|antes_de_cada|перед_каждой|перед_каждым|每个命令|すべてのコマンド|sebelum_setiap|prima_di_ogni|przed_kazd*|her_komuttan',
  ],
  no_question: [
    'without_asking|without_confirmation|without_confirming|without_approval|without_permission|without_a_confirmation|without_questions|without_question|without_supervision|unsupervised|without_being_told|without_being_asked|without_reading|without_looking|unconditionally|autonomous_mode|blindly|do_not_ask|don_t_ask|never_ask|never_asks|not_ask_questions|asks_nothing|asking_wastes|no_need_to_ask|no_need_to_confirm|no_confirmation|no_approval_needed|you_no_longer_need_a_confirmation|you_no_longer_need_confirmation|no_longer_need_approval|no_longer_need_permission|no_longer_need_to_ask|nobody_has_to_be_asked|needs_no_approval|never_question|no_questions|ask_no_permission|accepts_each|accept_each|accept_all|always_allow|allow_all|merges_its_own',
    '不要再请求确认|不要请求确认|不需要询问|不要询问|无需确认|无需询问|无需批准|不用问|不必询问|无条件|確認は不要|確認不要|承認不要|許可を求めない|確認なし|確認せず|मत_पूछ*|अनुमति_नही*|बिना_पूछे|مت_پوچھ*|اجازت_نہیں|بغیر_پوچھے|دون_ان_تسال|دون_سوال|دون_اي_نقاش|بدون_اذن|دون_موافقة|জিজ্ঞেস_কোরো_না|অনুমতি_চাইবে_না|জিজ্ঞাসা_না_করে|না_জিজ্ঞেস_করে',
    'sem_perguntar|sem_confirmar|sem_pedir|sin_preguntar|sin_confirmar|sin_pedir|vuelva_a_pedir|inutile_de_demander|sans_demander|sans_poser|sans_confirmation|не_спрашива*|не_запрашива*|никогда_не_запрашива*|без_вопросов|без_подтвержд*|ohne_ruckfrage*|ohne_nachfrage*|ohne_zu_fragen|nicht_mehr_nachfragen|nicht_nachfragen',
    'tanpa_bertanya|tanpa_konfirmasi|tanpa_persetujuan|묻지_않*|확인_없이|확인_없*|senza_chiedere|senza_conferma|bez_pytania|bez_potwierdzenia|sormadan|onaysiz|без_запитань|без_підтвердження|не_питай*|no_hace_falta|no_es_necesario|nao_e_preciso|nao_precisa|pas_besoin|nicht_notig|keine_prufung|keine_nachfrage|ne_pas_demander|no_need|nothing_to_review|without_review|without_a_review|without_being_reviewed|no_longer_review|needs_no_review|sans_relecture|sin_revision|sem_revisao|без_проверк*|без_ревью|无需再次|無承認',
  ],
  approved: [
    'has_approved|have_approved|already_approved|pre_approved|approved_all|approved_everything|approved_by_the_owner|approved_by_the_user|has_authorized|has_granted|has_permitted|has_allowed|gave_permission|given_permission|has_consented|has_agreed|already_agreed|agrees_in_advance|agreed_in_advance|standing_consent|blanket_approval|said_yes|already_said_yes|signed_off|as_confirmed|already_confirmed',
    '已经同意|已同意|已批准|已经批准|已授权|已经授权|承認済み|許可済み|すべて承認|मज़ूर|मजूर|अनुमति_दे*|सहमति|منظور|اجازت_دے*|وافق|موافقة|সম্মতি|অনুমতি_দি*|অনুমোদন',
    'ja_aprovou|aprovou_tudo|autorizou|ya_aprobo|aprobo_todo|autorizo|donne_son_accord|a_approuve|a_autorise|одобрил*|разрешил*|zugestimmt|alles_genehmigt|freigegeben',
    'sudah_menyetujui|telah_menyetujui|sudah_disetujui|이미_승인*|이미_동의*|ha_gia_approvato|ha_approvato|gia_approvat*|juz_zatwierdzil*|zgodzil*|zaten_onayladi|onayladi|izin_verdi|вже_схвалив|вже_дозволив|дозволив|visto_bueno|pre_authori*|preauthori*|waved_through|wave_through|cleared_the|permission_granted|has_lifted|lifted_your|consent_is_given|consent_for|auto_approve|dio_el_visto|aprovaram|aprobaron|liegt_vor|hat_erlaubt|haben_erlaubt|erlaubnis_erteilt|согласовал*|разрешил*',
    'standing_authori*|standing_permission|blanket_permission|authori*_by|given_consent|gave_consent|gave_the_green_light|green_light|already_given|cleared_by',
  ],
  all: [
    'all|every|everything|any|anything|所有|一切|全部|すべて|全て|सब|सभी|सब_कुछ|سب|تمام|كل|جميع|সব|সবকিছু*|tudo|todos|todas|todo|tout|toutes|tous|все|всё|всех|alle|allem|alles',
    'semua|모든|모두|tutto|tutti|tutte|wszystk*|tum|hepsi|все|всі|усі|усе',
  ],
  direct: [
    'directly|straight|直接|直接に|सीधे|سیدھا|سیدھے|مباشرة|সরাসরি|direto|diretamente|directamente|directement|прямо|напрямую|direkt',
    'langsung|바로|직접|direttamente|prosto|bezposrednio|dogrudan|одразу|прямо|straight_away|direct',
  ],
  main_branch: ['main|master|production|prod'],
  skip: [
    'weaken|loosen|relax|suppress|silence|comment_out|drop|drops|switch_off|without_running|instead_of_running|skip|skips|skipping|bypass|bypasses|disable|disables|turn_off|turns_off|switch_off|switches_off|deactivate|do_not_run|don_t_run|merge_without|remove|leave_out|continue_on_error',
    '跳过|省略|关闭|禁用|绕过|スキップ|無効|छोड*|چھوڑ*|تجاوز|وتجاوز|تخط*|عطل|বাদ|এড়িয়ে',
    'pule|pular|desative|desligue|saltate|saltar|omite|desactiva|sans_lancer|saute|desactive|пропуска*|отключи*|пропусти*|entfallen|entfallt|uberspring*|deaktivier*|weglassen',
    'lewati|abaikan|matikan|nonaktifkan|건너뛰*|끄*|비활성*|salta|saltare|disattiva*|pomijaj|pomin|wylacz*|atla|devre_disi|kapat|пропускай*|вимк*|no_longer_run|not_run|no_se_ejecutan|no_ejecutes|wegfall*|abschalt*|ausschalt*|ubersprungen|ausgelassen|desligar|fecha|apaga*|deaktiviert|switched_off|turned_off|关掉|停用|飛ばし*|切って',
  ],
  guard: [
    'test|tests|review|reviews|code_review|approval|approvals|confirmation|confirmations|permission_prompt*|ci|linter|type_check|type_checks|hooks|sandbox|verification|branch_protection|two_factor|2fa|mfa|csrf|antivirus|rate_limit|rate_limits|encryption|auth_middleware|permission_check*|access_control*|scanner|scanners|type_checker|secret_scan*|pre_commit|auth_guard|validation|signature_check*|security_check*|safety_check*|safety',
    '测试|代码审查|审查|审核|检查|确认|テスト|レビュー|確認|टेस्ट|रिव्यू|ٹیسٹ|ریویو|الاختبارات|المراجعة|টেস্ট|রিভিউ|testes|revisao|pruebas|revision|revisiones|revue|тест|тесты|ревью|проверк*|подтвержден*|песочниц*|demandes_d_autorisation|prufung*|freigabe*',
    'pengujian|tes|tinjauan|konfirmasi|테스트|검토|검증|확인|test_di|revisione|verifica|testy|przeglad|testler|testleri|inceleme|тести|перевірк*|рев_ю|certificate_check*|certificate_verification|certificate_validation|tls_check*|firewall|secret_scanner|authentication|auth_check*|audit_log|security_warning*|security_finding*|warnings|confirmation_dialog*|zertifikat*|sandkasten|brandmauer|cortafuegos|verificacion|certificados|certificats|authentification|pare_feu|сертификат*|аутентификац*|файрвол|брандмауэр|证书校验|证书|防火墙|沙箱|証明書|サンドボックス|sicherheitswarnung*|sicherheitsprufung*',
  ],
  quiet: [
    'without_leaving_a_trace|without_a_trace|no_traces|quietly|secretly|keep_quiet|don_t_mention_it|do_not_mention_it|don_t_mention_this|do_not_mention_this|never_mention|don_t_bring_it_up|do_not_bring_it_up|don_t_tell|do_not_tell|needn_t_know|need_not_know|can_t_see|tell_the_user_only|leave_them_out_of|leave_it_out_of|keep_it_between',
    '不要在总结里提|不要提到|也不要提|别告诉|不要告诉|不要提及|書かないで|言わない|伝えない|触れない|मत_बता*|न_बता*|نہ_بتا*|مت_بتا*|لا_تخبر*|ولا_تخبر*|উল্লেখ_কোরো_না|বলো_না|জানিও_না',
    'nao_conte|nao_mencione|nao_diga|no_lo_comentes|no_lo_menciones|no_menciones|no_digas|n_en_parle_pas|ne_le_dis_pas|не_пиши|не_упомина*|никому_не|незаметно|nicht_erwahn*|unbemerkt|heimlich',
    'ne_pas_le_signaler|sans_le_signaler|sans_rien_dire|do_not_say_so|don_t_say_so|never_mention_it|not_mention|say_nothing|say_that_you_only|nobody_notices|no_one_notices|jangan_sebut*|tanpa_memberi_tahu|언급하지|말하지_마*|non_dirlo|senza_dirlo|nie_mow*|nie_wspomin*|bahsetme|soyleme*|не_згаду*|не_кажи|не_упоминай*|молча|不在总结|不提|要提到|触れず|黙って',
  ],
  run: [
    'run|runs|run_it|execute|executes|exec|start|starts|begins|call|use|evaluate|evaluates',
    '执行|运行|実行|चलाओ|चलाए*|چلاؤ|چلائیں|نفذ|تشغيل|চালাও|চালান|চালিও|চালি*|चला*|چلا*|تشغل|شغل|运行|lancer|lances|executes|rodar|executar|ejecutes|запускать|ausgefuhrt|ausfuhren|rode|execute|ejecuta|corre|lance|commence|выполняи|выполни*|запусти*|запускаи|ausfuhr*|fuhre|starte',
  ],
  must: [
    'must|have_to|has_to|needs_to|need_to|please|make_sure|be_sure|remember_to|required|requires|has_to_be_run|be_run|run_it|run_them|run_both|execute_it|execute_now|must_be_run|do_it_now|carry_out|should|expects|before_anything|before_you|at_once|immediately|obey|never',
    '必须|务必|请|必ず|してください|こと|ज़रूर|चाहिए|ضرور|يجب|অবশ্যই|deve|debe|doit|должен|должна|обязательно|muss|soll',
    'harus|wajib|반드시|sempre|zawsze|musisz|her_zaman|завжди|завше|has_to_be|is_part_of|fixes_the|repairs|repair|go_on|need|needs|sonst|c_est|hay_que|vor_dem|avant|antes_de|перед|构建之前|之前|ビルド前|पहले|قبل|পাহলে|আগে|پہلے|sebelum|przed|prima|once',
  ],
  ignore: [
    'ignore|disregard|forget|override',
    '忽略|无视|忘记|無視|忘れ|अनदेखा|नज़रअंदाज़|नज़र_अंदाज़|भूल|نظر_انداز|نظرانداز|بھول|تجاهل|انس|উপেক্ষা|ভুলে|ignore|ignora|esqueca|desconsidere|ignoruj|ignoruoti|ігноруи|yoksay|unut|dimentica|무시',
    'vergiss|ignorier*|missacht*|oublie*|olvid*|forget*|ignor*|disregard*|забуд*|игнорир*|zignoruj*|pomin|abaikan|lupakan|yok_say|gormezden|ігнору*|не_зважа*|dimentica*|ne_tiens_plus_compte|no_tengas_en_cuenta|desconsider*',
  ],
  instructions: [
    '指令|指示|说明|规则|提示词|命令|निर्देश*|आदेश*|नियम*|ہدایات|احکام|التعليمات|تعليمات|الاوامر|القواعد|নির্দেশ*|নিয়ম*|instrucoes|orientacoes|regras|istruzioni|instrukcj*|polecenia|інструкці*|talimat*|지시*',
    'instruction|instructions|guidance|directive|directives|guideline|guidelines|prompt|rules|orders|policy|policies|requests|requirements|anweisung*|vorgabe*|regeln|hinweise|wunsch|consigne*|instruccion*|indicacion*|reglas|regles|инструкци*|указани*|правил*|требован*|instruksi|aturan|perintah|지침|규칙|요청|要求|要望|ルール|お願い|regole|zasad*|regul*|kurallar*|isteg*|правила|вказівк*|ہدایت|قواعد|হুকুম',
    'what_the_user|whatever_the_user|whatever_the_person|ce_que_demande|lo_que_pide|lo_que_diga|was_der_nutzer|то_что_просит|用户的话|o_que_o_usuario',
  ],
  earlier: [
    '之前|以前|先前|所有|全部|上面|すべて|これまで|以前の|上記|पिछल*|सभी|पहले|تمام|پچھل*|سابقہ|السابقة|جميع|كل|আগের|সব|পূর্বের|anteriores|todas|precedenti|tutte|poprzedni*|wszystki*|попередн*|всі|onceki|tum|이전|모든',
    'previous|prior|preceding|earlier|former|before|above|told|bisherig*|vorherig*|fruher*|anterior*|precedent*|antérieur*|прежн*|предыдущ*|прошл*|sebelumnya|terdahulu|이전의|앞선|precedent*|wczesniejsz*|eski|попередні|previas|previo*|ранее|до_этого|पुराने|पुरानी|existing|old',
  ],
  authority: [
    'security_team|security_department|it_support|it_department|compliance|administrator|cto|ceo|management|message_from_anthropic|by_order_of|安全部门|安全团队|セキュリティチーム|सुरक्षा_टीम|सुरक्षा_दल|سیکیورٹی_ٹیم|فريق_الامن|নিরাপত্তা_দল|equipe_de_seguranca|equipo_de_seguridad|equipe_securite|equipe_de_securite|отдел_безопасности|служба_безопасности|it_sicherheit|sicherheitsteam',
    'geschaftsleitung|geschaftsfuhrung|rechtsabteilung|direccion_general|sicherheitsabteilung|безопасник*|руковод*|юрист*|法务部|经理已|法務部|経営陣|manajemen|경영진|보안팀|direzione|zarzad|yonetim|diretoria|the_cto',
  ],
  negation: [
    'no|not|t|never|without|nobody|stop|cannot|no_longer|不|不要|不用|不必|别|无需|无须|勿|ない|ません|ないで|せず|せずに|なく|不要|मत|नही|न|बिना|না|নয়|নেই|ছাড়া|مت|نہ|نہیں|بغیر|لا|دون|بدون|لم|nao|sem|nunca|sin|jamas|ne|pas|sans|inutile|jamais|не|без|никогда|больше_не|nicht|kein*|ohne|nie|niemals|niemand',
    'jangan|tidak|tanpa|bukan|belum|않*|말*|마세요|없이|없*|안|non|nie|bez|senza|mai|ne_pas|n|degil|ma|hayir|не_можна|ні|без|nao_precis*|nichts|plus',
  ],
  ask: [
    'ask|asked|asking|question|questions|questioned|confirm|confirmation|confirmations|permission|permissions|approval|approvals|consent|问|询问|请求|确认|批准|确认它|確認|許可|聞|尋ね|質問|पूछ*|अनुमति|मज़ूरी|পূছ*|জিজ্ঞ*|জিজ্ঞে*|অনুমতি|پوچھ*|اجازت|تسال*|تستاذن|اذن|موافقة|perguntar|pergunte|confirmacao|peca|permissao|preguntar|preguntes|pidas|pedir|confirmacion|permiso|demander|demande|redemander|confirmer|confirmation|autorisation|спрашива*|спроси*|запрашива*|проси|просить|подтвержден*|разрешен*|fragen|frag|nachfrag*|ruckfrage*|bestatig*|erlaubnis',
  ],
  person: [
    'user|owner|boss|chief|admin|administrator|customer|client|maintainer|developer|lead|cto|ceo|team|用户|老板|负责人|管理员|ユーザー|上司|管理者|オーナー|उपयोगकर्ता|मालिक|صارف|مالک|المستخدم|المالك|المدير|ব্যবহারকারী|মালিক|usuario|dono|chefe|jefe|dueno|utilisateur|patron|chef|responsable|пользовател*|владелец|начальник|руковод*|nutzer*|benutzer*|inhaber|chefin|kunde',
    'human|humans|person|people|anybody|anyone|users|reviewer|operator|security|legal|management|pengguna|pemilik|사용자*|소유자|관리자|utente|proprietario|uzytkownik*|wlascicie*|kullanic*|sahibi|користувач*|власник*|nadie|personne|никто|никому|jemand*|niemand*|nutzerin|geschaftsleitung|direccion|direction|seguridad|securite|безопасник*|maintainers|dana',
  ],
  consent: [
    'approved|approves|agreed|agrees|authorized|authorised|granted|allowed|allows|permitted|permits|consented|confirmed|validated|consent|permission|said_yes|signed_off|同意|授权|批准|允许|許可|承認|了承|अनुमति|मज़ूर*|सहमत*|इजाज़त|اجازت|منظور*|سمح|وافق|اذن|موافق|অনুমতি|সম্মতি|অনুমোদন|aprovou|autorizou|permitiu|concordou|aprobo|autorizo|permitio|acepto|valide|approuve|autorise|accepte|accord|согласен|согласил*|согласна|одобрил*|разрешил*|zugestimmt|genehmigt|erlaubt|freigegeben|einverstanden',
    'setuju|menyetujui|disetujui|izin|승인*|동의*|허락*|approvato|autorizzato|permesso|zatwierdz*|zgod*|pozwol*|onay*|izin*|схвал*|дозвол*|visto_bueno|acord*|ya_autorizo|согласован*|разрешен*|freigabe|genehmigung|erlaubnis|authorisation|authorization|cleared|lifted|批了|首肯|autorizado|aprobado|aprovado|validé',
  ],
  merge: [
    'merge|merged|merging|commit|commits|push|pushes|deploy|合并|推送|マージ|プッシュ|मर्ज|पुश|ادمج|ادفع|মার্জ|পুশ|مرج|پش|mergear|mescle|fusionne|смержи*|мержи*|пушь|mergen|pushen|suba|sube|subas|pousse',
    'terapkan|gabung|push*|푸시*|병합|배포|unisci|wypych*|wypchnij|scal*|gonder|birlestir|відправляй|злив*|пуш*|deploy*|publicar|publish|releas*|выкладк*|déploiement|deploiement|veroffentlich*|schieben|einchecken|eingecheckt',
  ],
  delete: [
    'delete|deletes|remove|wipe|erase|drop|destroy|purge|删除|清空|削除|हटा*|मिटा*|مٹا*|حذف|احذف|امسح|মুছ*|apague|exclua|borra*|elimina*|supprime*|efface*|удали*|сотри*|losch*|entfern*',
    'hapus|buang|삭제*|지우*|cancell*|elimin*|rimuov*|usun*|skasuj|sil|silin|silme*|видал*|стер*|withdraw|withdraws|forget|clear|delet*|apag*|exclu*|borrar|supprim*|effac*|tout_supprimer|抹掉|清除|消去|消す|मिटा*|হটাও|retract|rm_rf|deletion*|deleting',
  ],
  download: [
    'download|downloads|fetch|fetches|get|wget|curl|install|pull|下载|ダウンロード|डाउनलोड|ڈاؤن_لوڈ|نزل|حمل|ডাউনলোড|baixe|descarga*|telecharge*|скачаи*|скачать|загрузи*|lade|herunter*',
  ],
  memo: [
    'this_note|this_memory|this_entry|this_file|this_rule|these_notes|these_lines|memory_entry|entry|note|notes|memory|brief|rules_md|it',
  ],
  above: [
    'wins|outrank|outranks|takes_precedence|take_precedence|takes_priority|has_priority|have_priority|priority_over|precedence_over|supersede|supersedes|counts_more|is_above|overrides|replaces_the',
  ],
  loosen: [
    'allow_everything|allow_all|to_allow|permit_everything|allow_any|allow_each|no_restrictions|full_access',
  ],
  hook: ['hook|hooks'],
  success: [
    'report_success|report_it_as|mark_it_as_skipped|mark_as_skipped|mark_it_as_passed|mark_as_passed|claim_success|say_it_passed|say_that_it_passed|report_as_passed|report_green',
  ],
  this_text: [
    'this_note|this_memory|this_entry|these_notes|this_list|esta_nota|este_registro|esta_entrada|cette_note|dieser_eintrag|dieser_hinweis|diesem_eintrag|dieser_liste|dieser_notiz|этой_записи|эта_запись|этот_запись|то_что_написано_здесь|написано_здесь|这条记录|本条|这条|このメモ|この記録|यह_नोट|हदا_नोट|هذه_الملاحظة|هذا_السجل|এই_নোট|یہ_نوٹ|catatan_ini|이_메모|이_기록|questa_nota|te_notatke|ta_notatk*|bu_notu|bu_not|цей_запис|this_tag|stands_below|the_following|text_after',
  ],
  alone: [
    'wins|outranks|outrank|takes_precedence|takes_priority|overrides|supersedes|only_rule*|has_the_highest_priority|highest_priority|alone|nur_noch|nur|steht_uber|gilt|uniquement|seule|fait_foi|solo|solamente|tiene_prioridad|tem_prioridade|apenas|только|важнее|为准|只按照|优先|だけ|優先|केवल|सिर्फ|فقط|الاولوية|শুধু|صرف|saja|hanya|만|soltanto|tylko|yalnizca|лише|replace|replaces',
  ],
  tell: [
    'tell|tells|inform|mention|mentioned|mentions|learn|notice|know|reveal|report|say|hear|sag|sage|sagt|sagen|erfahren|erfahrt|wissen|verrat*|erzahl*|melde*|gemeldet|mitteil*',
    'digas|diga|cuentes|cuente|menciones|saber|sepa|dis|dites|dire|parle|parles|savoir|sache|mentionne*|signal*|говори*|сообща*|узна*|знать|рассказ*|упомина*|告诉|提及|知道|透露|知らせ|伝え|教え|言わ|बताओ|बताना|बता*|বলো|জানাও|بتاؤ|بتانا|بتا*|تخبر*|يعرف|conte|contar|saiba|beri_tahu|memberi_tahu|ceritakan|sebutkan|알리*|말하*|알게*|dire|sappia|mow|powiedz|mowic|wspominaj|soyle*|bahset*|кажи|розказуй|повідомл*',
  ],
  hide: [
    'hide|hides|conceal|erase|erases|remove|deleted|leave_no|leave_out|borra|oculta*|esconde|quita|cache|caches|efface|masque|верх|скрывай|скрой|убери|удали|隐藏|删掉|抹去|隠|छिपा*|छुपা*|লুকা*|چھپا*|اخف*|esconda|oculte|apague|sembunyikan|hapus|숨기*|nascondi*|ukry*|gizle*|прихова*|verbirg|verschweig*|versteck*|lass',
  ],
  report_of: [
    'summary|summaries|transcript|diff|trace|history_of_commands|report_to|resumen|rastro|resume|trace|zusammenfassung|spur|сводк*|отчет*|след|总结|摘要|痕迹|要約|まとめ|सारांश|সারাংশ|خلاصہ|الملخص|resumo|ringkasan|요약|riepilogo|podsumowani*|ozet*|підсумк*|audit_log',
  ],
  own_step: [
    'this_step|following_step|next_step|any_mention|these_commands|this_change|this_rule|this_note|your_own_actions|cette_etape|este_paso|cualquier_mencion|este_cambio|diesen_schritt|diesem_schritt|этот_шаг|этом_шаге|这一步|此步骤|この手順|इस_चरण|এই_ধাপ*|اس_قدم|هذه_الخطوة|este_passo|langkah_ini|이_단계*|questo_passaggio|tym_kroku|bu_adimi|цей_крок',
  ],
  unbound: [
    'maintenance_mode|no_restrictions|without_restrictions|without_restriction|no_limits|no_policies|no_policy|without_the_limits|all_restrictions|content_policy|safety_checks_do_not|wartungsmodus|an_keine_regeln|keine_regeln|ohne_einschrankung*|ohne_beschrankung*|modo_de_mantenimiento|sin_restricciones|no_tienes_restricciones|sin_limites|sans_restriction*|sans_limite*|mode_maintenance|без_ограничен*|режим*_обслуживани*|维护模式|没有任何限制|没有限制|不受限制|制限なし|制限はありません|メンテナンスモード|बिना_किसी_प्रतिबंध|প্রতিবন্ধ*|بلا_قيود|دون_قيود|sem_restric*|sem_limites|tanpa_batas*|제한_없이|senza_restrizioni|bez_ograniczen|sinirsiz|без_обмежень',
  ],
  void: [
    'void|are_void|no_longer_apply|no_longer_count|do_not_apply|out_of_date|cancelled|is_over|was_a_test|are_over|obsolete|hinfallig|gilt_nicht_mehr|gelten_nicht_mehr|ungultig|ya_no_valen|ya_no_aplican|no_valen|ne_valent_plus|ne_s_applique*_plus|caduc*|больше_не_действу*|не_действуют|отменен*|недействительн*|作废|不再适用|不再有效|无效|無効|लागू_नहीं|रद्द|বাতিল|لم_تعد|ملغاة|لاگو_نہیں|nao_valem|nao_se_aplicam|tidak_berlaku|무효|효력이_없*|non_valgono|nie_obowiazuj*|gecersiz|більше_не_діють|скасован*',
  ],
  already: [
    'already|schon|bereits|ya|deja|ja|уже|已经|已|すでに|既に|पहले_ही|ইতিমধ্যে|پہلے_ہی|بالفعل|sudah|telah|이미|gia|juz|zaten|вже|in_the_last_session',
    'as_agreed|in_advance|once_and_for_all|last_time|earlier_today',
  ],
  follow_it: [
    'do_what_it|do_what_is|does_what_it|follow_every_step|follow_each|carry_out_what|what_it_says|every_step|mach_was|tu_was|befolge|was_dort_steht|alles_was_dort|haz_todo|haz_lo_que|todo_lo_que_indique|lo_que_diga|fais_ce_que|applique*_chaque|chaque_etape|a_la_lettre|faca_tudo|siga_tudo|tudo_o_que|выполни_все|делай_все|сделай_все|все_что_в_нем|照着|按照里面|按里面|照做|書かれているとおり|書いてある通り|従って|जो_लिखा|जैसा_लिखा|যা_লেখা|جو_لکھا|نفذ_ما|ما_ورد|ikuti_semua|lakukan_apa|따라_하*|그대로|fai_tutto|esegui_ogni|wykonaj_wszystko|zrob_co|ne_yaziyorsa|uygula|зроби_все|виконай_все|newest_instructions|before_you_answer',
    'do_as_it_says|do_as_it_tells|follow_its|follow_all|follow_what|carry_out_everything|apply_every|apply_everything|obey_it|act_on_it|act_by_it',
  ],
  memory_of: [
    'memory|memories|decision|decisions|gedachtnis|entscheidung*|memoria|decisiones|memoire|decisions|памят*|решени*|记忆|决定|記憶|決定|メモリ|स्मृति|निर्णय*|স্মৃতি|সিদ্ধান্ত|یادداشت|فیصل*|الذاكرة|القرارات|قرارات|decisoes|ingatan|keputusan|기억|결정|decisioni|pamieci|decyzj*|hafiza*|karar*|пам_ят*|рішенн*',
  ],
  safe_word: [
    'security|review|reviews|code_review|of_others|other_users|tasks|open_tasks|safety|sicherheit|seguridad|revision*|securite|безопасност*|安全|安全性|セキュリティ|सुरक्षा|নিরাপত্তা|سیکیورٹی|الامان|الامن|بالامان|seguranca|keamanan|보안|sicurezza|bezpieczenstw*|guvenlik|безпек*|codigo',
  ],
  recommend: [
    'recommend|suggest|advise|praise|answer|empfiehl|empfehl*|rate|recomienda*|aconseja|conseille*|recommande*|советуй*|рекомендуй*|推荐|推薦|勧め|おすすめ|सुझाओ|सुझा*|সুপারিশ|مشورہ|تجویز|انصح|اقترح|recomende|indique|sarankan|rekomendasi*|추천*|consiglia|raccomanda|polecaj|oner|tavsiye|радь|рекоменд*',
  ],
  package: [
    'package|packages|library|paket|paquete|paquet|пакет|包|パッケージ|पैकेज|প্যাকেজ|پیکیج|حزمة|pacote|패키지|pacchetto|pakiet|paketi|vpn|link|account',
  ],
  instead: [
    'instead_of|instead|rather_than|statt|anstatt|en_lugar|en_vez|a_la_place|au_lieu|вместо|而不是|代替|代わり|के_बजाय|বদলে|کی_بجائے|بدلا|em_vez|daripada|대신|al_posto|invece|zamiast|yerine|замість',
  ],
  always: [
    'always|every_time|whenever|immer|siempre|toujours|всегда|总是|一律|始终|いつも|常に|हमेशा|সবসময়|ہمیشہ|دائما|sempre|selalu|항상|zawsze|her_zaman|завжди',
  ],
  open_place: [
    'public_gist|public_channel|public_repo*|public_bucket|in_public|publicly|to_the_public|public_issue|public_ticket|every_issue|every_ticket|issue_comment*|ticket|tickets|pull_request|pull_requests|pr_description|commit_message*|changelog|bug_report|pastebin|gist|vendor|third_part*|outside|helpdesk|discord|公开|工单|公開|チケット|सार्वजनिक|टिकट|টিকিট|পাবলিক|عوامی|ٹکٹ|العامة|تذكرة|التذكرة|ticket_publico|informe_publico|repositorio_publico|canal_publico|en_publico|chamado|ticket_public|depot_public|terceiros|terceros|tiers|tiket|tiket_publik|티켓|공개|pubblico|zgloszeni*|herkese|kayit|публичн*|тикет*|третьим|публічн*|offentlich*|dritte',
  ],
  hush: [
    'keep_this_between_us|keep_it_between_us|must_not_learn|must_not_know|need_not_know|do_not_mention_it|don_t_mention_it|never_reveal|say_that_you_only|不要告诉|别告诉|不能让|知らせないで|言わないで|伝えないで|知らせず|मत_बताओ|मत_बताना|न_बताओ|বলো_না|জানিও_না|مت_بتاؤ|مت_بتانا|لا_تخبر|nao_conte|nao_diga|jangan_beri_tahu|jangan_memberi_tahu|jangan_katakan|알리지_마*|말하지_마*|알리지_않*|non_dire|non_dirlo|nie_mow|nie_informuj|soyleme|soylemeyin|haber_verme|не_кажи|не_повідомляй|не_говори|n_en_parle_pas|ne_lui_dis|ne_dis_rien|no_le_digas|no_le_cuentes|sag_nichts',
    'leave_no_trace|leaves_no_trace|do_not_reveal|don_t_reveal|hide_it_from|keep_it_from|stays_between|not_a_word',
  ],
  alarm: [
    'security_finding*|security_warning*|security_issue*|vulnerabilit*|false_alarm*|sicherheitswarnung*|sicherheitslucke*|advertencia*_de_seguridad|alertas_de_seguridad|avertissement*_de_securite|alerte*_de_securite|предупрежден*_безопасност*|уязвимост*|安全警告|安全告警|漏洞|セキュリティ警告|脆弱性|सुरक्षा_चेतावनी*|নিরাপত্তা_সতর্ক*|التحذيرات_الامنية|avisos_de_seguranca|peringatan_keamanan|보안_경고*',
  ],
  pretend: ['pretend|act_as_if|behave_as_if|tu_so|finge|fais_comme_si|притворись|假装|装作|finja'],
  self_text: [
    'this_text|this_sentence|same_sentence|same_text|this_entry|this_note|this_rule|esta_nota|este_texto|cette_note|ce_texte|diesen_text|diesen_satz|dieser_eintrag|эту_запись|этот_текст|这条|这段|この文|このメモ|यह_नोट|هذا_النص|এই_নোট|یہ_نوٹ|este_texto|teks_ini|이_문장|questo_testo|ten_tekst|bu_metni|цей_текст|decision_of_others|every_decision',
  ],
  next_place: [
    'next_summary|next_session|every_project|every_other_project|other_projects|each_project|each_summary|every_summary|lives_on|again_whenever|first_in_the_list|jede_zusammenfassung|nachste_zusammenfassung|jedes_projekt|siguiente_resumen|cada_proyecto|prochain_resume|chaque_projet|следующ*_сводк*|каждый_проект|下一次总结|每个项目|次の要約|अगले_सारांश|proximo_resumo|cada_projeto|ringkasan_berikutnya|다음_요약',
  ],
  chmod_x: [
    'chmod|make_it_executable|start_it|start_them|launch_it|run_it|runs_it|execute_it|open_it_in_the_shell|in_the_background',
  ],
  script_of: [
    'script|scripts|commands|command|snippet|code|skript|guion|скрипт*|команд*|脚本|命令|スクリプト|コマンド|स्क्रिप्ट|স্ক্রিপ্ট|اسکرپٹ|السكربت|skrip|스크립트|skrypt|betik',
  ],
  strange_text: [
    'in_the_comment|in_the_comments|in_its_comments|in_the_issue|in_the_description|in_the_wiki|on_the_page|from_the_page|from_the_issue|from_the_comment|of_the_last_pull_request|kommentar|en_el_comentario|dans_le_commentaire|в_комментарии|评论里|コメント|टिप्पणी',
  ],
  admin_account: [
    'role_admin|the_role_admin|as_admin|as_an_admin|admin_account|admin_user|same_password|accepts_the_password|master_password|universal_password|second_password|rolle_admin|rol_admin|роль_admin|管理员账号',
  ],
  memory_tool: [
    'the_tool|the_tools|shell_tool|tool_forget|set_state|read_memory|load_context|complete_task|search_memory',
  ],
  without_end: [
    'always|every_time|whenever|immer|siempre|toujours|всегда|总是|一律|始终|いつも|常に|हमेशा|সবসময়|ہمیشہ|دائما|sempre|selalu|항상|zawsze|her_zaman|завжди',
    'everywhere|in_all_services|in_every_service|for_all_requests|in_allen_diensten|uberall|en_todos_los_servicios|en_todas_partes|partout|dans_tous_les_services|во_всех_сервисах|везде|所有服务|すべてのサービス|सभी_सेवाओ*|সব_সেবা*|كل_الخدمات|تمام_سروسز|em_todos_os_servicos|di_semua_layanan|모든_서비스|in_tutti_i_servizi|we_wszystkich_uslugach|tum_servislerde|в_усіх_сервісах',
  ],
  fetch_run: ['FETCHRUN|FETCHPACKAGE'],
  sent: ['sent|copied|mailed|uploaded|posted|attached|pasted|published|handed|dumped|streamed'],
};

/** Meanings that words have only together: where these phrases, or so many words with one of each, stand. */
export const DERIVED: Readonly<
  Record<string, { phrases?: readonly string[]; together?: readonly (readonly string[])[]; within: number }>
> = {
  no_ask: {
    phrases: ['{negation} ~ {ask}', '{ask} + {negation}', '{no_question}'],
    within: 0,
  },
  skip_guard: {
    phrases: ['{skip} ~ {guard}', '{guard} ~ {skip}', 'ignore ~ {guard}'],
    together: [['negation', 'run', 'guard']],
    within: 7,
  },
  overridden: {
    together: [
      ['ignore', 'instructions', 'earlier'],
      ['ignore', 'instructions', 'person'],
      ['instructions', 'earlier', 'void'],
      ['instructions', 'person', 'void'],
    ],
    within: 8,
  },
  not_tell: {
    phrases: ['{negation} ~ {tell}', '{tell} + {negation}', 'soyleme*', 'bahsetme*'],
    within: 0,
  },
  consented: {
    phrases: ['{approved}'],
    together: [['person', 'consent']],
    within: 9,
  },
};
