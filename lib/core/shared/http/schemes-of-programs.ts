/**
 * Schemes that never lead to a wallet: the browser runs or shows the address itself, or the system opens a program,
 * share or file with it.
 */
const schemes: readonly string[] = [
  // Run or shown by the browser itself.
  ...['javascript', 'vbscript', 'livescript', 'mocha', 'data', 'blob', 'about', 'filesystem', 'ws', 'wss'],
  ...[
    'view-source',
    'jar',
    'feed',
    'pcast',
    'wyciwyg',
    'resource',
    'res',
    'moz-icon',
    'mhtml',
    'ie.http',
    'mk',
    'its',
    'cid',
  ],
  ...[
    'chrome',
    'chrome-extension',
    'chrome-search',
    'chrome-untrusted',
    'devtools',
    'edge',
    'brave',
    'opera',
    'vivaldi',
  ],
  ...['moz-extension', 'safari-extension', 'safari-web-extension', 'x-safari-https', 'x-safari-http', 'googlechrome'],
  // Other browsers, which open any web page in such an address; some names also occur with suffixes.
  ...['firefox', 'firefox-focus', 'fennec', 'googlechromes', 'microsoft-edge-https', 'opera-http', 'opera-https'],
  ...['touch-http', 'touch-https', 'ddgquicklink', 'duckduckgo', 'brave-https', 'ucbrowser', 'yandexbrowser-open-url'],
  // Files and shares.
  ...['file', 'content', 'disk', 'disks', 'shell', 'smb', 'cifs', 'nfs', 'afp', 'dav', 'davs', 'webdav', 'webdavs'],
  ...['ftp', 'ftps', 'sftp', 'scp', 'tftp', 'gopher', 'wais', 'rsync', 'git', 'svn', 'magnet', 'ed2k', 'torrent'],
  // Remote terminals and desktops.
  ...['ssh', 'telnet', 'rlogin', 'tn3270', 'vnc', 'rdp', 'x-terminal', 'terminal', 'itmss', 'itms'],
  // Mail, messages, telephone and directories.
  ...[
    'mailto',
    'tel',
    'telprompt',
    'callto',
    'sms',
    'smsto',
    'mms',
    'mmsto',
    'facetime',
    'facetime-audio',
    'sip',
    'sips',
  ],
  ...['news', 'nntp', 'snews', 'irc', 'ircs', 'xmpp', 'ldap', 'ldaps', 'ldapi', 'webcal', 'webcals', 'geo', 'maps'],
  // Parts of Windows, in addition to everything that begins with `ms-`.
  ...[
    'search',
    'search-ms',
    'hcp',
    'help',
    'windowsdefender',
    'bingmaps',
    'calculator',
    'vnd.ms.radio',
    'mshta',
    'onenote',
  ],
  ...['ms-msdt', 'microsoft-edge', 'microsoft.windows.camera', 'feedback-hub', 'insiderhub', 'xbox', 'zune'],
  // Parts of macOS and iOS, in addition to everything that begins with `x-apple`.
  ...[
    'applescript',
    'x-man-page',
    'x-help-action',
    'help-viewer',
    'dict',
    'prefs',
    'app-prefs',
    'app-settings',
    'shortcuts',
  ],
  ...[
    'workflow',
    'macappstore',
    'macappstores',
    'itms-apps',
    'itms-appss',
    'itms-services',
    'itms-beta',
    'photos-redirect',
  ],
  // Android: such an address starts any activity of any app, or installs one.
  ...['intent', 'android-app', 'android-resource', 'android.resource', 'market', 'package'],
  // Other desktops, and programs that execute the content of an address.
  ...['apt', 'apturl', 'ghelp', 'man', 'info', 'trash', 'recent', 'computer', 'network', 'burn', 'admin', 'fonts'],
  ...[
    'vscode',
    'vscode-insiders',
    'cursor',
    'jetbrains',
    'steam',
    'docker-desktop',
    'powershell',
    'cmd',
    'jnlp',
    'jnlps',
  ],
]

const listed: ReadonlySet<string> = new Set(schemes)
const families =
  /^(ms-|x-apple|applewebdata|com\.apple\.|chrome-|moz-|safari-|com-apple|x-safari-|googlechrome|firefox|microsoft-edge)/

/** The scheme of an address in lower case; empty if there is none. RFC 3986 section 3.1 */
export const schemeOf = (address: string): string =>
  /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(address)?.[1]?.toLowerCase() ?? ''

/**
 * True for an address that a browser runs, shows or hands to the system, so that it must be neither a link nor a
 * redirect.
 */
export const opensProgram = (address: string): boolean => {
  const scheme = schemeOf(address)
  return listed.has(scheme) || families.test(scheme)
}
