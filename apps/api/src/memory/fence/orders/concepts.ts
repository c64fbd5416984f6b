/**
 * Words of one meaning, in the languages that most people speak, as in the phrases of the rules: `|` separates terms, `_` joins the
 * words of one, `*` stands for any ending. Words in capitals are signs.
 */
export const CONCEPTS: Readonly<Record<string, readonly string[]>> = {
  assistant: [
    'assistant|assistants|ai|agent|agents|llm|claude|codex|copilot|gemini|助手|アシスタント|सहायक|معاون|اسسٹنٹ|المساعد|مساعد|সহকারী|assistente|asistente|ассистент*|assistent*',
  ],
  you: ['you|your|yourself|你|您|あなた|आप|تم|آپ|أنت|আপনি|тебе|твой|dir|dein'],
  send: [
    'reply|replies|mirror|mirrors|send|sends|sending|post|posts|posting|upload|uploads|uploading|paste|pastes|forward|transmit|exfiltrate|mail|mails|mailed|email|attach|attaches|share|publish|leak|submit|quote|push',
    '发送|发到|发给|上传|贴到|粘贴|转发|传到|送信|貼り付け|アップロード|投稿|送って|भेज*|चिपका*|अपलोड|بھیج*|چسپاں|اپلوڈ|ارسل*|وارسل*|ارسال|لصق|الصق|ارفع|পাঠা*|পেস্ট|আপলোড',
    'envi|envia*|envie*|mande|mandar|cole|colar|copie|poste|publique|suba|pega|pegar|sube|subir|publica|manda|adjunta|envoie*|envoy*|colle|coller|publie|joins|publicar|divulgue|贴|贴在|डाल*|دالو|ڈال*|وانشر|انشر|দাও|পোস্ট|投稿|publica',
    'отправ*|встав*|загруз*|перешл*|пришли*|вылож*|schick|schicke|schicken|sende|senden|ubertrage*|hochlad*|kopiere|kopieren|einfuge*|приложи*|выложи*|hange|anhange*|mail*',
  ],
  put: [
    'put|puts|add|append|include|copy|insert|write|place|go_into|goes_into|belongs_in|belong_in|belongs_into|split|quote|set|list|update|change|edit|modify|create',
    '加上|写入|写进|添加|追記|書き|लिख*|बदल*|لکھ*|اضف|اكتب|عدل|লেখো|লিখ*|বদলে|acrescente|altere|adicione|escreva|anade|agrega|modifica|escribe|ajoute|modifie|ecris|добавь*|впиши*|запиши*|измени*|trag|trage|schreib*|fuge|erganze',
  ],
  place: [
    'your_reply|the_reply|next_mail|mail|channel|pull_request|pr|issue|ticket|comment|comments|gist|pastebin|webhook|slack|telegram|discord|bug_report|commit_message|message_body|first_answer|URL|SCRIPTURL|ADDRESS|each_request|public',
    '工单|评论|公开|公開|सार्वजनिक|العامة|القضية|পাবলিক|عوامی|ایشو|канал|canal|kanal|письму|письмо|描述|チケット|コメント|説明|टिकट|टिप्पणी|इश्यू|ٹکٹ|التعليق|المسالة|تذكرة|ইস্যু|ইস্যুতে|টিকিট|descricao|descripcion|description|описани*|комментари*|тикет*|beschreibung|kommentar',
  ],
  spot: [
    'pull_request|pr_description|issue|ticket|comment|comments|gist|pastebin|slack|telegram|discord|bug_report|commit_message|message_body|first_answer|your_reply|each_request|next_mail|工单|评论|公开|チケット|コメント|公開|टिकट|टिप्पणी|इश्यू|सार्वजनिक|ٹکٹ|عوامی|ایشو|التعليق|المسالة|القضية|تذكرة|ইস্যু*|টিকিট|পাবলিক|descricao|descripcion|описани*|комментари*|тикет*|письму|beschreibung|kommentar',
  ],
  content: [
    'content|contents|content_of|value_of|output_of|whole_of|the_whole|内容|中身|सामग्री|مواد|محتوى|লেখা|conteudo|contenido|contenu|содержим*|inhalt|内容贴|محتواه|বিষয়বস্তু|the_result|the_output',
  ],
  secret_place: [
    'SECRETPLACE|KEYFILE|environment_variable*|env_file|full_environment|ssh_key|ssh_keys|private_key|private_keys|umgebungsvariable*|variables_de_entorno|variaveis_de_ambiente|variables_d_environnement|переменн*_окружени*|环境变量|环境_变量|環境変数|متغيرات_البيئة',
  ],
  secret: [
    'SECRETNAME|secret|secrets|password|passwords|credential|credentials|token|tokens|api_key|api_keys|mcp_key|密码|密钥|凭证|令牌|パスワード|पासवर्ड|كلمات_المرور|پاس_ورڈ|পাসওয়ার্ড|senha*|contrasena*|credenciais|credenciales|mot_de_passe|mots_de_passe|парол*|токен*|zugangsdaten|passwort*',
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
    'from_now_on|from_here_on|from_today_on|starting_today|starting_now|as_of_today|as_of_now|in_the_future|each_command|every_command|going_forward|henceforth|every_session|each_session|session_start|session_setup|start_of_each|start_of_every|start_of_the_session|first_thing|before_each|before_every|after_each|after_every|each_time|every_time|whenever|run_at_start|at_the_start|at_start|in_future|from_today|permanently|next_session|end_of_the_session|end_of_each',
    '从现在起|从今天起|从现在开始|今日から|これから|आज_से|आगे_से|من_اليوم|آئندہ|آج_سے|আজ_থেকে|এরপর_থেকে|今后|以后|每次|今後|毎回|開始時|अब_से|हर_सत्र|हर_बार|اب_سے|ہر_سیشن|ہر_بار|من_الان_فصاعدا|من_الان|كل_جلسة|في_بداية_كل|এখন_থেকে|প্রতিটি_সেশন*|প্রতিবার',
    'a_partir_de_hoje|de_hoje_em_diante|a_partir_de_hoy|de_ahora_en_adelante|de_agora_em_diante|a_partir_de_maintenant|a_partir_d_aujourd_hui|с_сегодняшнего_дня|с_этого_дня|впредь|теперь_всегда|ab_heute|von_nun_an|in_zukunft|a_partir_de_agora|inicio_de_cada|cada_sessao|a_partir_de_ahora|cada_sesion|desormais|dorenavant|chaque_session|au_debut_de_chaque|отныне|с_этого_момента|каждой_сессии|в_каждой_сессии|ab_jetzt|ab_sofort|kunftig|jeder_sitzung|jede_sitzung',
  ],
  no_question: [
    'without_asking|without_confirmation|without_confirming|without_approval|without_permission|without_a_confirmation|without_questions|without_question|without_supervision|unsupervised|without_being_told|without_being_asked|without_reading|without_looking|unconditionally|autonomous_mode|blindly|do_not_ask|don_t_ask|never_ask|never_asks|not_ask_questions|asks_nothing|asking_wastes|no_need_to_ask|no_need_to_confirm|no_confirmation|no_approval_needed|you_no_longer_need_a_confirmation|you_no_longer_need_confirmation|no_longer_need_approval|no_longer_need_permission|no_longer_need_to_ask|nobody_has_to_be_asked|needs_no_approval|never_question|no_questions|ask_no_permission|accepts_each|accept_each|accept_all|always_allow|allow_all|merges_its_own',
    '不要再请求确认|不要请求确认|不需要询问|不要询问|无需确认|无需询问|无需批准|不用问|不必询问|无条件|確認は不要|確認不要|承認不要|許可を求めない|確認なし|確認せず|मत_पूछ*|अनुमति_नही*|बिना_पूछे|مت_پوچھ*|اجازت_نہیں|بغیر_پوچھے|دون_ان_تسال|دون_سوال|دون_اي_نقاش|بدون_اذن|دون_موافقة|জিজ্ঞেস_কোরো_না|অনুমতি_চাইবে_না|জিজ্ঞাসা_না_করে|না_জিজ্ঞেস_করে',
    'sem_perguntar|sem_confirmar|sem_pedir|sin_preguntar|sin_confirmar|sin_pedir|vuelva_a_pedir|inutile_de_demander|sans_demander|sans_poser|sans_confirmation|не_спрашива*|не_запрашива*|никогда_не_запрашива*|без_вопросов|без_подтвержд*|ohne_ruckfrage*|ohne_nachfrage*|ohne_zu_fragen|nicht_mehr_nachfragen|nicht_nachfragen',
  ],
  approved: [
    'has_approved|have_approved|already_approved|pre_approved|approved_all|approved_everything|approved_by_the_owner|approved_by_the_user|has_authorized|has_granted|has_permitted|has_allowed|gave_permission|given_permission|has_consented|has_agreed|already_agreed|agrees_in_advance|agreed_in_advance|standing_consent|blanket_approval|said_yes|already_said_yes|signed_off|as_confirmed|already_confirmed',
    '已经同意|已同意|已批准|已经批准|已授权|已经授权|承認済み|許可済み|すべて承認|मज़ूर|मजूर|अनुमति_दे*|सहमति|منظور|اجازت_دے*|وافق|موافقة|সম্মতি|অনুমতি_দি*|অনুমোদন',
    'ja_aprovou|aprovou_tudo|autorizou|ya_aprobo|aprobo_todo|autorizo|donne_son_accord|a_approuve|a_autorise|одобрил*|разрешил*|zugestimmt|alles_genehmigt|freigegeben',
  ],
  all: [
    'all|every|everything|any|anything|所有|一切|全部|すべて|全て|सब|सभी|सब_कुछ|سب|تمام|كل|جميع|সব|সবকিছু*|tudo|todos|todas|todo|tout|toutes|tous|все|всё|всех|alle|allem|alles',
  ],
  direct: [
    'directly|straight|直接|直接に|सीधे|سیدھا|سیدھے|مباشرة|সরাসরি|direto|diretamente|directamente|directement|прямо|напрямую|direkt',
  ],
  main_branch: ['main|master|production|prod'],
  skip: [
    'skip|skips|skipping|bypass|bypasses|disable|disables|turn_off|turns_off|switch_off|switches_off|deactivate|do_not_run|don_t_run|merge_without|remove|leave_out|continue_on_error',
    '跳过|省略|关闭|禁用|绕过|スキップ|無効|छोड*|چھوڑ*|تجاوز|وتجاوز|تخط*|عطل|বাদ|এড়িয়ে',
    'pule|pular|desative|desligue|saltate|saltar|omite|desactiva|sans_lancer|saute|desactive|пропуска*|отключи*|пропусти*|entfallen|entfallt|uberspring*|deaktivier*|weglassen',
  ],
  guard: [
    'test|tests|review|reviews|code_review|approval|approvals|confirmation|confirmations|permission_prompt*|ci|linter|type_check|type_checks|hooks|sandbox|verification|branch_protection|two_factor|2fa|auth_guard|validation|signature_check*|security_check*|safety_check*|safety',
    '测试|代码审查|审查|审核|检查|确认|テスト|レビュー|確認|टेस्ट|रिव्यू|ٹیسٹ|ریویو|الاختبارات|المراجعة|টেস্ট|রিভিউ|testes|revisao|pruebas|revision|revisiones|revue|тест|тесты|ревью|проверк*|подтвержден*|песочниц*|demandes_d_autorisation|prufung*|freigabe*',
  ],
  quiet: [
    'without_leaving_a_trace|without_a_trace|no_traces|quietly|secretly|keep_quiet|don_t_mention_it|do_not_mention_it|don_t_mention_this|do_not_mention_this|never_mention|don_t_bring_it_up|do_not_bring_it_up|don_t_tell|do_not_tell|needn_t_know|need_not_know|can_t_see|tell_the_user_only|leave_them_out_of|leave_it_out_of|keep_it_between',
    '不要在总结里提|不要提到|也不要提|别告诉|不要告诉|不要提及|書かないで|言わない|伝えない|触れない|मत_बता*|न_बता*|نہ_بتا*|مت_بتا*|لا_تخبر*|ولا_تخبر*|উল্লেখ_কোরো_না|বলো_না|জানিও_না',
    'nao_conte|nao_mencione|nao_diga|no_lo_comentes|no_lo_menciones|no_menciones|no_digas|n_en_parle_pas|ne_le_dis_pas|не_пиши|не_упомина*|никому_не|незаметно|nicht_erwahn*|unbemerkt|heimlich',
  ],
  run: [
    'run|runs|run_it|execute|executes|exec|start|starts|begins|call|use|evaluate|evaluates',
    '执行|运行|実行|चलाओ|चलाए*|چلاؤ|چلائیں|نفذ|تشغيل|চালাও|চালান|চালিও|চালি*|चला*|چلا*|تشغل|شغل|运行|lancer|lances|executes|rodar|executar|ejecutes|запускать|ausgefuhrt|ausfuhren|rode|execute|ejecuta|corre|lance|commence|выполняи|выполни*|запусти*|запускаи|ausfuhr*|fuhre|starte',
  ],
  must: [
    'must|have_to|has_to|needs_to|need_to|please|make_sure|be_sure|remember_to|required|requires|has_to_be_run|be_run|run_it|run_them|run_both|execute_it|execute_now|must_be_run|do_it_now|carry_out|should|expects|before_anything|before_you|at_once|immediately|obey|never',
    '必须|务必|请|必ず|してください|こと|ज़रूर|चाहिए|ضرور|يجب|অবশ্যই|deve|debe|doit|должен|должна|обязательно|muss|soll',
  ],
  ignore: [
    'ignore|disregard|forget|override',
    '忽略|无视|忘记|無視|忘れ|अनदेखा|नज़रअंदाज़|नज़र_अंदाज़|भूल|نظر_انداز|نظرانداز|بھول|تجاهل|انس|উপেক্ষা|ভুলে|ignore|ignora|esqueca|desconsidere|ignoruj|ignoruoti|ігноруи|yoksay|unut|dimentica|무시',
  ],
  instructions: [
    '指令|指示|说明|规则|提示词|命令|निर्देश*|आदेश*|नियम*|ہدایات|احکام|التعليمات|تعليمات|الاوامر|القواعد|নির্দেশ*|নিয়ম*|instrucoes|orientacoes|regras|istruzioni|instrukcj*|polecenia|інструкці*|talimat*|지시*',
  ],
  earlier: [
    '之前|以前|先前|所有|全部|上面|すべて|これまで|以前の|上記|पिछल*|सभी|पहले|تمام|پچھل*|سابقہ|السابقة|جميع|كل|আগের|সব|পূর্বের|anteriores|todas|precedenti|tutte|poprzedni*|wszystki*|попередн*|всі|onceki|tum|이전|모든',
  ],
  authority: [
    'security_team|security_department|it_support|it_department|compliance|administrator|cto|ceo|management|message_from_anthropic|anthropic|by_order_of|安全部门|安全团队|セキュリティチーム|सुरक्षा_टीम|सुरक्षा_दल|سیکیورٹی_ٹیم|فريق_الامن|নিরাপত্তা_দল|equipe_de_seguranca|equipo_de_seguridad|equipe_securite|equipe_de_securite|отдел_безопасности|служба_безопасности|it_sicherheit|sicherheitsteam',
  ],
  negation: [
    'no|not|t|never|without|nobody|stop|cannot|no_longer|不|不要|不用|不必|别|无需|无须|勿|ない|ません|ないで|せず|せずに|なく|不要|मत|नही|न|बिना|না|নয়|নেই|ছাড়া|مت|نہ|نہیں|بغیر|لا|دون|بدون|لم|nao|sem|nunca|sin|jamas|ne|pas|sans|inutile|jamais|не|без|никогда|больше_не|nicht|kein*|ohne|nie|niemals|niemand',
  ],
  ask: [
    'ask|asked|asking|question|questions|questioned|confirm|confirmation|confirmations|permission|permissions|approval|approvals|consent|问|询问|请求|确认|批准|确认它|確認|許可|聞|尋ね|質問|पूछ*|अनुमति|मज़ूरी|পূছ*|জিজ্ঞ*|জিজ্ঞে*|অনুমতি|پوچھ*|اجازت|تسال*|تستاذن|اذن|موافقة|perguntar|pergunte|confirmacao|peca|permissao|preguntar|preguntes|pidas|pedir|confirmacion|permiso|demander|demande|redemander|confirmer|confirmation|autorisation|спрашива*|спроси*|запрашива*|проси|просить|подтвержден*|разрешен*|fragen|frag|nachfrag*|ruckfrage*|bestatig*|erlaubnis',
  ],
  person: [
    'user|owner|boss|chief|admin|administrator|customer|client|maintainer|developer|lead|cto|ceo|team|用户|老板|负责人|管理员|ユーザー|上司|管理者|オーナー|उपयोगकर्ता|मालिक|صارف|مالک|المستخدم|المالك|المدير|ব্যবহারকারী|মালিক|usuario|dono|chefe|jefe|dueno|utilisateur|patron|chef|responsable|пользовател*|владелец|начальник|руковод*|nutzer*|benutzer*|inhaber|chefin|kunde',
  ],
  consent: [
    'approved|approves|agreed|agrees|authorized|authorised|granted|allowed|allows|permitted|permits|consented|confirmed|validated|consent|permission|said_yes|signed_off|同意|授权|批准|允许|許可|承認|了承|अनुमति|मज़ूर*|सहमत*|इजाज़त|اجازت|منظور*|سمح|وافق|اذن|موافق|অনুমতি|সম্মতি|অনুমোদন|aprovou|autorizou|permitiu|concordou|aprobo|autorizo|permitio|acepto|valide|approuve|autorise|accepte|accord|согласен|согласил*|согласна|одобрил*|разрешил*|zugestimmt|genehmigt|erlaubt|freigegeben|einverstanden',
  ],
  merge: [
    'merge|merged|merging|commit|commits|push|pushes|deploy|合并|推送|マージ|プッシュ|मर्ज|पुश|ادمج|ادفع|মার্জ|পুশ|مرج|پش|mergear|mescle|fusionne|смержи*|мержи*|пушь|mergen|pushen|suba|sube|subas|pousse',
  ],
  delete: [
    'delete|deletes|remove|wipe|erase|drop|destroy|purge|删除|清空|削除|हटा*|मिटा*|مٹا*|حذف|احذف|امسح|মুছ*|apague|exclua|borra*|elimina*|supprime*|efface*|удали*|сотри*|losch*|entfern*',
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
  consented: {
    phrases: ['{approved}'],
    together: [['person', 'consent']],
    within: 9,
  },
};
