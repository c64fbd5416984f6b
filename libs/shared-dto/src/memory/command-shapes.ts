const R = String.raw;

/** What stands between a command and an option of it; a sentence may go on behind a comma. */
export const OPTIONS = R`(?:[^\n|;&,]|,(?!\s)){0,200}?`;

export const LOG_IN = R`(?:docker|podman|nerdctl|buildah|skopeo|oras|crane auth|helm registry|az|oc)\s{1,2}login\b`;

/** Commands behind which a password stands, and what stands between. */
export const COMMANDS: readonly [before: string, ...examples: string[]][] = [
  // Of these programs alone: with others -p is a port, a path or a print.
  [
    R`(?:mysql(?:dump|admin|import|show|check)?|mariadb(?:-dump|-admin)?|mongo(?:sh|dump|restore)?)\b${OPTIONS}\s-p["']?`,
    'mysql -u root -pS3cr3tPw!',
    'mysqldump -psecretpw123 shop',
  ],
  [R`mongosh?\b${OPTIONS}\s(?:-p|--password)\s{1,2}["']?`, 'mongosh -u root -p Wq7ZrT9mKp2x'],
  [R`xfreerdp\b${OPTIONS}\s\/p:["']?`, 'xfreerdp /u:bob /p:Wq7ZrT9mKp2x /v:srv'],
  [R`(?:smb|rpc)client\b${OPTIONS}\s-U\s{0,2}["']?[^\s%"']{1,60}%`, 'smbclient //srv/a -U bob%Wq7ZrT9mKp2x'],
  [
    R`ldap(?:search|modify|add|delete|whoami)\b${OPTIONS}\s-w\s{0,2}["']?`,
    'ldapsearch -D cn=a -w Wq7ZrT9mKp2x',
  ],
  [R`(?:sqlcmd|bcp|unzip|zip)\b${OPTIONS}\s-P\s{0,2}["']?`, 'sqlcmd -S db -U sa -P Wq7ZrT9mKp2x'],
  [R`(?:7z[ar]?\b${OPTIONS}\s-p|psexec\b${OPTIONS}\s-p\s{1,2})["']?`, '7z x -pWq7ZrT9mKp2x a.7z'],
  [
    R`rabbitmqctl\s{1,2}(?:add_user|change_password)\s{1,2}\S{1,60}\s{1,2}["']?`,
    'rabbitmqctl add_user bob Wq7ZrT9m',
  ],
  [R`nmcli\b${OPTIONS}\spassword\s{1,2}["']?`, 'nmcli dev wifi connect home password Wq7ZrT9m'],
  [R`snmp-server community\s{1,2}`, 'snmp-server community Wq7ZrT9m RO'],
  [
    R`aws configure set\s{1,2}(?:[\w.-]{1,60}\.)?aws_(?:secret_access_key|session_token)\s{1,2}["']?`,
    'aws configure set aws_secret_access_key wJalrXUtnFEMI/K7MDENG',
  ],
  [R`wandb login\s{1,2}(?:--\w{1,20}\s{1,2}){0,2}`, 'wandb login 0a1b2c3d4e5f'],
  [R`sqlplus\s{1,2}(?:-\w{1,10}\s{1,2}){0,3}[^\s\/@"']{1,60}\/`, 'sqlplus app/Wq7ZrT9m@shop'],
  [R`sshpass\s-p\s?["']?`, 'sshpass -p hunter22 ssh ada@db'],
  [
    R`${LOG_IN}${OPTIONS}\s(?:-p|--password)[ =]?["']?`,
    'docker login images.local -u bob -p Wq7ZrT9mKp2x',
    'helm registry login -p Wq7ZrT9mKp2x ghcr.io',
  ],
  [R`redis-cli\b${OPTIONS}\s(?:-a|--pass)\s{1,2}["']?`, 'redis-cli -h cache -a Wq7ZrT9mKp2x ping'],
  [R`(?:gh auth login --with-token|vault login)\s{1,2}["']?`, 'vault login 9f8e7d6c5b4a3928'],
  [
    R`openssl\b${OPTIONS}\s-pass(?:in|out)?\s{1,2}["']?pass:`,
    'openssl rsa -passin pass:Wq7ZrT9mKp2x -in k.pem',
  ],
  [
    R`htpasswd\s{1,2}-\w{1,6}\s{1,2}\S{1,200}\s{1,2}[^\s-]\S{0,60}\s{1,2}["']?`,
    'htpasswd -b .htpasswd bob Wq7ZrT9mKp2x',
  ],
];
