import { isIP } from 'node:net'

/**
 * The one table of settings: it drives parsing, defaults, `npm start -- --help` and near-miss warnings.
 * Plain JavaScript without dependencies, because `npm start` reads it before anything is installed.
 * A new setting is one row here and one line in the schema of `lib/server/basics/env.ts`, which a test keeps in step.
 */

/** An unusable setting. The message is one sentence that names the variable and never contains a secret. */
export class SettingsError extends Error {
  /** @param {string} variable @param {string} message */
  constructor(variable, message) {
    super(message)
    this.name = 'SettingsError'
    this.variable = variable
  }
}

/** @typedef {(text: string, name: string) => unknown} Parser */

/** @param {string} name @param {string} rule @param {string} [given] @returns {never} */
function refuse(name, rule, given) {
  throw new SettingsError(name, `${name} must be ${rule}${given === undefined ? '' : `, not "${given}"`}.`)
}

/** @param {number} min @param {number} max @returns {Parser} */
const integer = (min, max) => (text, name) => {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  return value >= min && value <= max ? value : refuse(name, `a whole number from ${min} to ${max}`, text)
}

/** @param {readonly string[]} words @returns {Parser} */
const oneOf = (words) => (text, name) =>
  words.includes(text) ? text : refuse(name, `one of ${words.join(', ')}`, text)

/** @type {Parser} */
const flag = (text, name) => {
  const word = text.toLowerCase()
  if (['on', 'true', 'yes', '1'].includes(word)) return true
  if (['off', 'false', 'no', '0'].includes(word)) return false
  return refuse(name, 'on or off', text)
}

/** @param {string} text */
const items = (text) => [...new Set(text.split(',').map((item) => item.trim()))].filter((item) => item !== '')

/** @type {Parser} */
const levels = (text, name) => {
  const list = items(text)
  const good = list.length > 0 && list.every((item) => /^[\w.:-]{1,64}$/.test(item))
  return good ? list : refuse(name, 'a comma-separated list of levels such as iso_18045_high', text)
}

const DPOP_ALGS = ['ES256', 'ES384', 'EdDSA', 'Ed25519', 'PS256']

/** ES256 must stay in the list: HAIP requires it of every party. @type {Parser} */
const dpopAlgs = (text, name) => {
  const list = items(text)
  const good = list.includes('ES256') && list.every((item) => DPOP_ALGS.includes(item))
  return good ? list : refuse(name, `a comma-separated list out of ${DPOP_ALGS.join(', ')} that contains ES256`, text)
}

/** @type {Parser} */
const host = (text, name) =>
  isIP(text) !== 0 || /^[a-z\d]([a-z\d.-]{0,251}[a-z\d])?$/i.test(text)
    ? text
    : refuse(name, 'an IP address or a host name without port', text)

/** @type {Parser} */
const path = (text, name) => (text.includes('\0') ? refuse(name, 'a path') : text)

/** @type {Parser} */
const secret = (text, name) =>
  /^[\x21-\x7e]{1,512}$/.test(text) ? text : refuse(name, '1 to 512 printable ASCII characters without spaces')

/** Goes into a header, so printable ASCII; spaces within the value are kept. @type {Parser} */
const apiKey = (text, name) =>
  /^[\x20-\x7e]{1,512}$/.test(text) ? text : refuse(name, '1 to 512 printable ASCII characters')

/** Keys of hosted clusters are signed tokens, longer than what people choose. @type {Parser} */
const longSecret = (text, name) =>
  /^[\x21-\x7e]{1,8192}$/.test(text) ? text : refuse(name, '1 to 8192 printable ASCII characters without spaces')

/** @type {Parser} */
const email = (text, name) =>
  /^[^\s@]{1,64}@[^\s@]{1,190}$/.test(text) ? text : refuse(name, 'an email address, such as service@example.org')

/** @type {Parser} */
const hostPort = (text, name) => {
  const [, address = '', port = ''] = /^(\[[0-9a-f:]+\]|[^:\s/]+):(\d{1,5})$/i.exec(text) ?? []
  return address !== '' && Number(port) >= 1 && Number(port) <= 65_535
    ? text
    : refuse(name, 'host:port, such as temporal.example.org:7233', text)
}

/** @type {Parser} */
const proxies = (text, name) => {
  const list = items(text)
  return list.length > 0 && list.every(isNetwork)
    ? list
    : refuse(name, 'a comma-separated list of IP addresses or networks such as 10.0.0.0/8', text)
}

/** @param {string} item */
function isNetwork(item) {
  const [address = '', bits, ...rest] = item.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

/** @type {Parser} */
const hostNames = (text, name) => {
  const list = items(text.toLowerCase()).map((item) => (isIP(item) === 6 ? `[${item}]` : item))
  const good = list.every((item) => URL.canParse(`http://${item}`) && new URL(`http://${item}`).hostname === item)
  return good && list.length > 0 ? list : refuse(name, 'a comma-separated list of host names without ports', text)
}

/** @type {Parser} */
const origin = (text, name) => {
  const rule = 'an absolute https origin without path or trailing slash, such as https://capture.example.org'
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !['http:', 'https:'].includes(url.protocol) || url.origin !== text.toLowerCase()) {
    return refuse(name, rule, url?.password || url?.username ? undefined : text)
  }
  if (url.protocol === 'http:' && !mayBeHttp(url.hostname)) {
    return refuse(name, 'https, since http is taken for this machine and private networks only', text)
  }
  return url.origin
}

/**
 * Plain http is allowed only for hosts that no public network reaches: this machine, private and link-local addresses,
 * and names that only a local resolver knows. The specifications require https everywhere (OID4VCI-1FINAL-12.2.1),
 * which a laptop or a container network cannot always provide.
 * @param {string} hostname as `URL` returns it @returns {boolean}
 */
export function mayBeHttp(hostname) {
  const name = hostname.replace(/^\[|\]$/g, '')
  if (isIP(name) === 4) return /^(127|10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\./.test(name)
  if (isIP(name) === 6) return name === '::1' || /^(f[cd]|fe[89ab])/i.test(name)
  return !name.includes('.') || /\.(localhost|local|internal|test)$/.test(name)
}

/** RFC 9116 section 2.5.3; web addresses have to be https. @type {Parser} */
const contact = (text, name) =>
  /^(mailto:[^\s@]+@[^\s@]+|https:\/\/[^\s/]+\S*|tel:\+?[\d-]+)$/.test(text) &&
  text.length <= 500 &&
  /^[\x21-\x7e]+$/.test(text)
    ? text
    : refuse(name, 'a mailto:, https: or tel: address', text)

/** @type {Parser} */
const httpUrl = (text, name) => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const good = url !== undefined && ['http:', 'https:'].includes(url.protocol) && url.username === '' && !url.search
  return good ? text.replace(/(?<!\/)\/+$/, '') : refuse(name, 'an http or https URL without user name and query')
}

/**
 * @typedef {object} SettingRow
 * @property {string} name the environment variable
 * @property {string} member the member of the settings object
 * @property {string} [fallback] the default, written as a value of the variable
 * @property {string} [shown] the default in words, if it is not fixed
 * @property {string} meaning
 * @property {boolean} [internal] set by the supervisor for its children, not by people
 * @property {Parser} parse
 */

/** @type {readonly SettingRow[]} */
export const SETTINGS = [
  { name: 'PORT', member: 'port', fallback: '3000', meaning: 'port of the web server', parse: integer(1, 65_535) },
  { name: 'HOST', member: 'host', fallback: '127.0.0.1', meaning: 'address the web server listens on', parse: host },
  {
    name: 'BASE_URL',
    member: 'baseUrl',
    shown: 'http://localhost:$PORT, https with TLS_CERT_FILE',
    meaning: 'public origin; every identifier and link comes from it. http only on this machine and private networks',
    parse: origin,
  },
  {
    name: 'EXTRA_HOSTS',
    member: 'extraHosts',
    shown: 'none',
    meaning:
      'further names that browsers and programs reach it by, comma-separated; others get 421 at pages and sessions',
    parse: hostNames,
  },
  {
    name: 'DATA_DIR',
    member: 'dataDir',
    fallback: './data',
    meaning: 'PocketBase data, keys, generated secrets, pid file',
    parse: path,
  },
  { name: 'TLS_CERT_FILE', member: 'tlsCertFile', meaning: 'certificate chain (PEM): serve https itself', parse: path },
  { name: 'TLS_KEY_FILE', member: 'tlsKeyFile', meaning: 'private key (PEM) to that certificate', parse: path },
  {
    name: 'OPERATOR_TOKEN',
    member: 'operatorToken',
    shown: 'open',
    meaning: 'when set, reading evidence and the ledger demands it',
    parse: secret,
  },
  {
    name: 'ADMIN_API_KEY',
    member: 'adminApiKey',
    shown: 'generated into DATA_DIR',
    meaning: 'key of the scoreboard API, sent as X-Api-Key',
    parse: apiKey,
  },
  {
    name: 'ADMIN_API_KEY_PREVIOUS',
    member: 'adminApiKeyPrevious',
    meaning: 'a second key that is taken too, while callers change to a new one',
    parse: apiKey,
  },
  {
    name: 'TEMPORAL_ADDRESS',
    member: 'temporalAddress',
    shown: 'embedded',
    meaning: 'host:port of a Temporal that runs elsewhere',
    parse: hostPort,
  },
  {
    name: 'TEMPORAL_PORT',
    member: 'temporalPort',
    shown: '7233, or the next free one',
    meaning: 'port of the embedded Temporal on 127.0.0.1; the one 1000 above it is a sign for other starts',
    parse: integer(1, 64_535),
  },
  {
    name: 'TEMPORAL_API_KEY',
    member: 'temporalApiKey',
    meaning: 'key for a hosted Temporal at TEMPORAL_ADDRESS, sent by TLS only',
    parse: longSecret,
  },
  {
    name: 'TEMPORAL_TLS',
    member: 'temporalTls',
    fallback: 'off',
    meaning: 'on = reach that Temporal by TLS; the key above and the files below imply it',
    parse: flag,
  },
  {
    name: 'TEMPORAL_TLS_CA_FILE',
    member: 'temporalTlsCaFile',
    meaning: 'root certificate (PEM) that its certificate chains to',
    parse: path,
  },
  {
    name: 'TEMPORAL_TLS_CERT_FILE',
    member: 'temporalTlsCertFile',
    meaning: 'client certificate (PEM) for it',
    parse: path,
  },
  {
    name: 'TEMPORAL_TLS_KEY_FILE',
    member: 'temporalTlsKeyFile',
    meaning: 'private key (PEM) to that certificate',
    parse: path,
  },
  {
    name: 'TEMPORAL_TLS_SERVER_NAME',
    member: 'temporalTlsServerName',
    meaning: 'name that its certificate is checked against',
    parse: host,
  },
  {
    name: 'TEMPORAL_CLI_PATH',
    member: 'temporalCliPath',
    shown: 'found, downloaded or built',
    meaning: 'a Temporal program of your own for the embedded server',
    parse: path,
  },
  {
    name: 'MAX_LIVE_NAMESPACES',
    member: 'maxLiveNamespaces',
    fallback: '40',
    meaning: 'organisations whose pipelines one worker process runs at a time, 33 MB each; the others wait',
    parse: integer(1, 1000),
  },
  {
    name: 'WALLET_RUNS',
    member: 'walletRuns',
    fallback: '2',
    meaning: 'built-in wallets that pipelines let run at once in one worker process',
    parse: integer(1, 100),
  },
  {
    name: 'BUILT_IN_PIPELINES',
    member: 'builtInPipelines',
    fallback: 'once',
    meaning: 'when the built-in pipelines run by themselves: once, daily or off',
    parse: oneOf(['once', 'daily', 'off']),
  },
  {
    name: 'SERVICE_URL',
    member: 'serviceUrl',
    internal: true,
    meaning: 'where the worker reaches the web server',
    parse: httpUrl,
  },
  {
    name: 'POCKETBASE_URL',
    member: 'pocketbaseUrl',
    shown: 'embedded',
    meaning: 'a PocketBase that runs elsewhere',
    parse: httpUrl,
  },
  {
    name: 'POCKETBASE_SUPERUSER_TOKEN_FILE',
    member: 'pocketbaseSuperuserTokenFile',
    meaning: 'file with a superuser token of that PocketBase',
    parse: path,
  },
  {
    name: 'POCKETBASE_SUPERUSER_EMAIL',
    member: 'pocketbaseSuperuserEmail',
    meaning: 'a superuser of that PocketBase, in place of a token: the service signs in by itself',
    parse: email,
  },
  {
    name: 'POCKETBASE_SUPERUSER_PASSWORD_FILE',
    member: 'pocketbaseSuperuserPasswordFile',
    meaning: 'file with the password of that superuser',
    parse: path,
  },
  {
    name: 'POCKETBASE_ADMIN_FILE',
    member: 'pocketbaseAdminFile',
    internal: true,
    meaning: 'JSON file with email and password of the embedded superuser',
    parse: path,
  },
  {
    name: 'POCKETBASE_PATH',
    member: 'pocketbasePath',
    shown: 'installed by npm',
    meaning: 'a PocketBase program of your own',
    parse: path,
  },
  {
    name: 'CHROMIUM_PATH',
    member: 'chromiumPath',
    shown: 'found or installed',
    meaning: 'a Chromium of your own, for npm test',
    parse: path,
  },
  {
    name: 'SESSION_RATE_LIMIT',
    member: 'sessionRateLimitPerMinute',
    fallback: '60',
    meaning: 'sessions one client address may begin in a minute, 0 = no limit',
    parse: integer(0, 1_000_000),
  },
  {
    name: 'LABORATORY_MAX',
    member: 'laboratoryMax',
    fallback: '2000',
    meaning:
      'issuers of one session each that are served at a time, an eighth for an address; 0 = no limit; beyond, 429',
    parse: integer(0, 1_000_000),
  },
  {
    name: 'TRUST_LIST_HOURS',
    member: 'trustListHours',
    fallback: '24',
    meaning: 'hours after which the next release of a list of trusted entities is due',
    parse: integer(1, 4000),
  },
  {
    name: 'ADDRESS_MIB_PER_DAY',
    member: 'addressMibPerDay',
    fallback: '1024',
    meaning:
      'MiB that one client address may cause to be stored in a day of UTC: beyond it, it creates nothing, 0 = no limit',
    parse: integer(0, 1_000_000_000),
  },
  {
    name: 'DISK_FLOOR_MIB',
    member: 'diskFloorMib',
    fallback: '1024',
    meaning: 'MiB that stay free on the disk of DATA_DIR: below it, nothing new is created, 0 = not looked at',
    parse: integer(0, 1_000_000_000),
  },
  {
    name: 'BACKUP_EVERY_HOURS',
    member: 'backupEveryHours',
    fallback: '0',
    meaning: 'hours between backups that npm start makes in DATA_DIR/backups, 0 = none',
    parse: integer(0, 8760),
  },
  {
    name: 'BACKUP_KEEP',
    member: 'backupKeep',
    fallback: '7',
    meaning: 'backups that stay in DATA_DIR/backups when another is made, 0 = all',
    parse: integer(0, 10_000),
  },
  {
    name: 'METRICS_PORT',
    member: 'metricsPort',
    shown: 'none',
    meaning: 'port on 127.0.0.1 that serves /metrics for Prometheus; the worker takes the next one',
    parse: integer(1, 65_534),
  },
  {
    name: 'SECURITY_CONTACT',
    member: 'securityContact',
    shown: 'none',
    meaning: 'whom to tell of a hole: a mailto:, https: or tel: address, shown at /.well-known/security.txt',
    parse: contact,
  },
  {
    name: 'TRUST_PROXY',
    member: 'trustProxy',
    shown: 'none',
    meaning: 'proxies whose X-Forwarded-For is believed: IP addresses or networks, comma-separated',
    parse: proxies,
  },
  {
    name: 'RETENTION_DAYS',
    member: 'retentionDays',
    fallback: '30',
    meaning: 'sessions and their evidence are deleted after that, 0 = kept',
    parse: integer(0, 36_500),
  },
  {
    name: 'LEDGER_SIZE',
    member: 'ledgerSize',
    fallback: '1000',
    meaning: 'how many requests the ledger holds',
    parse: integer(1, 100_000),
  },
  {
    name: 'LOG_LEVEL',
    member: 'logLevel',
    fallback: 'info',
    meaning: 'trace, debug, info, warn, error, fatal or silent',
    parse: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
  },
  {
    name: 'LOG_FORMAT',
    member: 'logFormat',
    shown: 'pretty on a terminal, else json',
    meaning: 'pretty or json',
    parse: oneOf(['pretty', 'json']),
  },
  {
    name: 'DPOP_NONCE',
    member: 'dpopNonce',
    fallback: 'offered',
    meaning: 'off, offered or required: DPoP nonces from this server',
    parse: oneOf(['off', 'offered', 'required']),
  },
  {
    name: 'DPOP_SIGNING_ALGS',
    member: 'dpopSigningAlgs',
    fallback: 'ES256',
    meaning: `DPoP algorithms taken, out of ${DPOP_ALGS.join(', ')}`,
    parse: dpopAlgs,
  },
  {
    name: 'PAR_REQUIRE_DPOP',
    member: 'parRequireDpop',
    fallback: 'true',
    meaning: 'a pushed authorization request needs a DPoP proof',
    parse: flag,
  },
  {
    name: 'ATTESTATION_TRUST',
    member: 'attestationTrust',
    fallback: 'capture',
    meaning: 'capture = record whether an attestation chains to a known anchor, enforce = refuse without',
    parse: oneOf(['capture', 'enforce']),
  },
  {
    name: 'ATTESTATION_CHALLENGE',
    member: 'attestationChallenge',
    fallback: 'off',
    meaning: 'offer challenges for client attestation',
    parse: flag,
  },
  {
    name: 'STRICT_ATTESTATION_NONCE',
    member: 'strictAttestationNonce',
    fallback: 'off',
    meaning: 'refuse a key attestation without nonce inside a jwt proof',
    parse: flag,
  },
  {
    name: 'NOTIFICATION_ENDPOINT',
    member: 'notificationEndpoint',
    fallback: 'on',
    meaning: 'offer the notification endpoint',
    parse: flag,
  },
  {
    name: 'LEAVING_PAGE',
    member: 'leavingPage',
    fallback: 'on',
    meaning: 'show a person an unknown web address before the redirect to it; off makes this an open redirector',
    parse: flag,
  },
  {
    name: 'MUTATIONS',
    member: 'mutations',
    fallback: 'on',
    meaning:
      'who may have requests and documents changed by mutations: on for everybody, own for the holder of OPERATOR_TOKEN, off for nobody',
    parse: oneOf(['on', 'own', 'off']),
  },
  {
    name: 'VERIFIER_CLIENT_ID_PREFIX',
    member: 'verifierClientIdPrefix',
    fallback: 'x509_hash',
    meaning:
      'x509_hash or x509_san_dns: wallets know the verifier by its certificate, or by the host of BASE_URL in it',
    parse: oneOf(['x509_hash', 'x509_san_dns']),
  },
  {
    name: 'TRUST_FRAMEWORK',
    member: 'trustFramework',
    fallback: 'test_root',
    meaning: 'test_root or eu: what the forms for presentations and campaigns begin with; each lets its visitor choose',
    parse: oneOf(['test_root', 'eu']),
  },
  {
    name: 'ALLOW_REVEAL_FOREIGN',
    member: 'allowRevealForeign',
    fallback: 'off',
    meaning: 'let sessions with reveal_claims show values of credentials that other issuers signed',
    parse: flag,
  },
  {
    name: 'FETCH_ISSUER_METADATA',
    member: 'fetchIssuerMetadata',
    fallback: 'off',
    meaning: 'ask issuers of presented credentials without x5c for their keys: /.well-known/jwt-vc-issuer of their iss',
    parse: flag,
  },
  {
    name: 'FETCH_STATUS_LISTS',
    member: 'fetchStatusLists',
    fallback: 'off',
    meaning: 'fetch status lists of other hosts for sessions with check_status; our own are read without a request',
    parse: flag,
  },
  {
    name: 'FETCH_TYPE_METADATA',
    member: 'fetchTypeMetadata',
    fallback: 'off',
    meaning:
      'fetch metadata of credential types from other hosts, to see which type a presented one extends; our own are read without a request',
    parse: flag,
  },
  {
    name: 'WARM_UP',
    member: 'warmUp',
    fallback: 'on',
    meaning:
      'handle each kind of request and draw each page once while nobody asks after a start: first readers wait less',
    parse: flag,
  },
  {
    name: 'KEY_STORAGE_LEVELS',
    member: 'keyStorageLevels',
    shown: 'no demand',
    meaning: 'key storage levels a key attestation must state, comma-separated',
    parse: levels,
  },
  {
    name: 'USER_AUTH_LEVELS',
    member: 'userAuthLevels',
    shown: 'no demand',
    meaning: 'user authentication levels a key attestation must state, comma-separated',
    parse: levels,
  },
  {
    name: 'WALLET_CAPTURE_TEST_TLS',
    member: 'testTls',
    fallback: 'off',
    internal: true,
    meaning:
      'serve https with a certificate under the test root, for the host of BASE_URL; npm start -- --phone sets it',
    parse: flag,
  },
  {
    name: 'WALLET_CAPTURE_ROOT_PORT',
    member: 'rootPort',
    internal: true,
    meaning: 'port of the plain http page that gives the test root to a phone',
    parse: integer(1, 65_535),
  },
  {
    name: 'WALLET_CAPTURE_DEV',
    member: 'dev',
    fallback: 'off',
    internal: true,
    meaning: 'pages are rebuilt while they are edited',
    parse: flag,
  },
]

/**
 * Parses all settings of an environment; an empty value counts as unset.
 * @param {Readonly<Record<string, string | undefined>>} env
 * @returns {{ values: Record<string, unknown>, warnings: string[] }} only members that are set or have a default
 * @throws {SettingsError} at the first malformed or contradictory value
 */
export function parseSettings(env) {
  /** @type {Record<string, unknown>} */
  const values = {}
  for (const row of SETTINGS) {
    const text = env[row.name]?.trim() || row.fallback
    if (text !== undefined) values[row.member] = row.parse(text, row.name)
  }
  const warnings = nearMisses(Object.keys(env))
  warnings.push(...weakSecrets(values))
  requireTogether(values)
  if (values.baseUrl === undefined) {
    values.baseUrl = `${servesTls(values) ? 'https' : 'http'}://localhost:${values.port}`
    if (!['127.0.0.1', '::1', 'localhost'].includes(String(values.host))) {
      warnings.push(
        `HOST is ${values.host} but BASE_URL is unset, so links lead to ${values.baseUrl}, which only works on this machine.`,
      )
    }
  }
  requireName(values)
  return { values, warnings }
}

/** Shorter secrets can be guessed. */
const secretCharactersWanted = 16

/**
 * A warning for each guessable key or token, without its value. The service uses it anyway.
 * @param {Record<string, any>} values @returns {string[]}
 */
export function weakSecrets(values) {
  return SETTINGS.filter(({ parse }) => parse === secret || parse === apiKey)
    .filter(({ member }) => values[member] !== undefined && values[member].length < secretCharactersWanted)
    .map(
      ({ name }) =>
        `WEAK KEY: ${name} has fewer than ${secretCharactersWanted} characters and can be guessed. Set a longer one before others reach this address.`,
    )
}

/**
 * Whether the web server speaks https itself.
 * @param {{ tlsCertFile?: unknown, testTls?: unknown }} settings
 */
export function servesTls({ tlsCertFile, testTls }) {
  return tlsCertFile !== undefined || testTls === true
}

/**
 * URL of the page that serves the test root to a phone: plain http, on the host of the service.
 * @param {string} baseUrl @param {number} rootPort
 */
export function rootPageUrl(baseUrl, rootPort) {
  return `http://${new URL(baseUrl).hostname}:${rootPort}`
}

/**
 * Certificates name an IP address differently from a host. OID4VP-1FINAL-5.9.3
 * @param {Record<string, unknown>}
 * values
 */
function requireName({ verifierClientIdPrefix, baseUrl }) {
  if (
    verifierClientIdPrefix !== 'x509_san_dns' ||
    isIP(new URL(String(baseUrl)).hostname.replace(/^\[|\]$/g, '')) === 0
  )
    return
  throw new SettingsError(
    'VERIFIER_CLIENT_ID_PREFIX',
    `VERIFIER_CLIENT_ID_PREFIX is x509_san_dns, and the host of BASE_URL ${baseUrl} is an IP address: use a host name, or keep x509_hash.`,
  )
}

/** @param {Record<string, unknown>} values */
function requireTogether(values) {
  const has = (/** @type {string} */ member) => values[member] !== undefined
  if (has('tlsCertFile') !== has('tlsKeyFile')) {
    const missing = has('tlsCertFile') ? 'TLS_KEY_FILE' : 'TLS_CERT_FILE'
    throw new SettingsError(missing, `${missing} is missing: TLS_CERT_FILE and TLS_KEY_FILE work only together.`)
  }
  if (servesTls(values) && String(values.baseUrl ?? 'https:').startsWith('http:')) {
    throw new SettingsError(
      'BASE_URL',
      `BASE_URL is ${values.baseUrl}, and the service speaks https: write https, or unset TLS_CERT_FILE and TLS_KEY_FILE.`,
    )
  }
  if (has('temporalTlsCertFile') !== has('temporalTlsKeyFile')) {
    const missing = has('temporalTlsCertFile') ? 'TEMPORAL_TLS_KEY_FILE' : 'TEMPORAL_TLS_CERT_FILE'
    throw new SettingsError(missing, `${missing} is missing: a client certificate and its key work only together.`)
  }
  const metrics = Number(values.metricsPort)
  if ([metrics, metrics + 1].includes(Number(values.port)))
    throw new SettingsError(
      'METRICS_PORT',
      `METRICS_PORT ${metrics} is in the way of PORT ${values.port}: it takes its own port and the next one.`,
    )
  if (has('temporalApiKey') && !has('temporalAddress')) {
    throw new SettingsError(
      'TEMPORAL_ADDRESS',
      'TEMPORAL_ADDRESS is missing: TEMPORAL_API_KEY is for a hosted Temporal.',
    )
  }
  requireSuperuser(has)
}

/** One superuser for a PocketBase that runs elsewhere. @param {(member: string) => boolean} has */
function requireSuperuser(has) {
  if (has('pocketbaseSuperuserEmail') !== has('pocketbaseSuperuserPasswordFile')) {
    const missing = has('pocketbaseSuperuserEmail')
      ? 'POCKETBASE_SUPERUSER_PASSWORD_FILE'
      : 'POCKETBASE_SUPERUSER_EMAIL'
    throw new SettingsError(missing, `${missing} is missing: email and password of a superuser work only together.`)
  }
  if (has('pocketbaseSuperuserEmail') && has('pocketbaseSuperuserTokenFile')) {
    throw new SettingsError(
      'POCKETBASE_SUPERUSER_TOKEN_FILE',
      'POCKETBASE_SUPERUSER_TOKEN_FILE and POCKETBASE_SUPERUSER_EMAIL are two ways to sign in: unset one of them.',
    )
  }
  const credentials = ['pocketbaseSuperuserTokenFile', 'pocketbaseSuperuserEmail', 'pocketbaseAdminFile'].some(has)
  if (has('pocketbaseUrl') && !credentials) {
    throw new SettingsError(
      'POCKETBASE_SUPERUSER_TOKEN_FILE',
      'POCKETBASE_SUPERUSER_TOKEN_FILE is missing: POCKETBASE_URL needs a superuser token, or POCKETBASE_SUPERUSER_EMAIL and POCKETBASE_SUPERUSER_PASSWORD_FILE.',
    )
  }
  if (!has('pocketbaseUrl') && credentials) {
    throw new SettingsError('POCKETBASE_URL', 'POCKETBASE_URL is missing: a superuser was given, but no PocketBase.')
  }
}

/** Variables of other programs that are similar to ours. */
const FOREIGN = ['SSL_CERT_FILE']

/** @param {readonly string[]} names of an environment, foreign ones included @returns {string[]} one sentence each */
export function nearMisses(names) {
  const ours = SETTINGS.map((row) => row.name)
  return names.flatMap((name) => {
    if (ours.includes(name) || FOREIGN.includes(name)) return []
    const meant = ours.find((candidate) => isNear(name, candidate))
    return meant === undefined ? [] : [`${name} is not a setting of Wallet Capture. Did you mean ${meant}?`]
  })
}

/**
 * A short name counts as similar only if just its case differs: PATH, POST and HOME are not typos of PORT and HOST.
 * @param {string} name @param {string} setting
 */
function isNear(name, setting) {
  if (name.toUpperCase().replaceAll('-', '_') === setting) return true
  if (setting.length < 7) return false
  return editDistance(name.toUpperCase(), setting) <= (setting.length < 10 ? 1 : 2)
}

/**
 * Levenshtein distance in which swapping neighbouring letters counts as one step. @param {string} a @param {string} b
 */
function editDistance(a, b) {
  if (Math.abs(a.length - b.length) > 2) return 3
  /** @type {number[][]} */
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  const at = (/** @type {number} */ row, /** @type {number} */ column) => rows[row]?.[column] ?? 0
  for (let i = 1; i <= a.length; i++) {
    rows.push([i])
    for (let j = 1; j <= b.length; j++) {
      const replace = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      let best = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, replace)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, at(i - 2, j - 2) + 1)
      rows[i]?.push(best)
    }
  }
  return at(a.length, b.length)
}

/** @returns {string} the table of settings as `npm start -- --help` prints it */
export function settingsHelp() {
  const rows = SETTINGS.filter((row) => row.internal !== true)
  const nameWidth = Math.max(...rows.map((row) => row.name.length))
  const lines = rows.map((row) => {
    const fallback = row.fallback ?? row.shown ?? 'unset'
    return `  ${row.name.padEnd(nameWidth)}  ${row.meaning} (default: ${fallback})`
  })
  return ['Settings (environment variables):', ...lines].join('\n')
}
