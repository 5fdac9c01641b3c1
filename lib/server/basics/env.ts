import 'server-only'
import { z } from 'zod'
import { parseSettings, SettingsError } from '../../../scripts/settings.mjs'

export { SettingsError }

/** One line per row of the table in `scripts/settings.mjs`; strict, so a row without a line fails the tests. */
const settingsSchema = z.strictObject({
  port: z.int(),
  host: z.string(),
  /** Public origin without trailing slash. */
  baseUrl: z.string(),
  /** Lower case, without ports; absent = only the built-in ones. */
  extraHosts: z.array(z.string()).optional(),
  dataDir: z.string(),
  tlsCertFile: z.string().optional(),
  tlsKeyFile: z.string().optional(),
  operatorToken: z.string().optional(),
  /** Absent: generated into `dataDir`. */
  adminApiKey: z.string().optional(),
  adminApiKeyPrevious: z.string().optional(),
  /** `host:port`. */
  temporalAddress: z.string().optional(),
  /** Of the embedded Temporal; the supervisor reads it. */
  temporalPort: z.int().optional(),
  temporalApiKey: z.string().optional(),
  temporalTls: z.boolean(),
  temporalTlsCaFile: z.string().optional(),
  temporalTlsCertFile: z.string().optional(),
  temporalTlsKeyFile: z.string().optional(),
  temporalTlsServerName: z.string().optional(),
  temporalCliPath: z.string().optional(),
  maxLiveNamespaces: z.int(),
  walletRuns: z.int(),
  builtInPipelines: z.enum(['once', 'daily', 'off']),
  /** Where the worker reaches the web server; absent = `baseUrl`. */
  serviceUrl: z.string().optional(),
  /** Without trailing slash. */
  pocketbaseUrl: z.string().optional(),
  pocketbaseSuperuserTokenFile: z.string().optional(),
  pocketbaseSuperuserEmail: z.string().optional(),
  pocketbaseSuperuserPasswordFile: z.string().optional(),
  /** JSON file `{ email, password }` of the embedded PocketBase's superuser, written by the supervisor. */
  pocketbaseAdminFile: z.string().optional(),
  pocketbasePath: z.string().optional(),
  chromiumPath: z.string().optional(),
  /** 0 = no limit. */
  sessionRateLimitPerMinute: z.int(),
  /** 0 = no quota. */
  addressMibPerDay: z.int(),
  /** 0 = free disk space is not checked. */
  diskFloorMib: z.int(),
  /** 0 = no backups on a schedule. */
  backupEveryHours: z.int(),
  /** 0 = all. */
  backupKeep: z.int(),
  /** Absent = no metrics. The worker takes the next port. */
  metricsPort: z.int().optional(),
  /** A URI: mailto, https or tel. */
  securityContact: z.string().optional(),
  /** IP addresses and networks (`10.0.0.0/8`); absent = no proxy is trusted. */
  trustProxy: z.array(z.string()).optional(),
  /** 0 = never deleted. */
  retentionDays: z.int(),
  ledgerSize: z.int(),
  /** 0 = no limit. */
  laboratoryMax: z.int(),
  trustListHours: z.int(),
  logLevel: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
  logFormat: z.enum(['pretty', 'json']).optional(),
  dpopNonce: z.enum(['off', 'offered', 'required']),
  dpopSigningAlgs: z.array(z.enum(['ES256', 'ES384', 'EdDSA', 'Ed25519', 'PS256'])),
  parRequireDpop: z.boolean(),
  attestationTrust: z.enum(['capture', 'enforce']),
  attestationChallenge: z.boolean(),
  strictAttestationNonce: z.boolean(),
  notificationEndpoint: z.boolean(),
  leavingPage: z.boolean(),
  mutations: z.enum(['on', 'own', 'off']),
  verifierClientIdPrefix: z.enum(['x509_hash', 'x509_san_dns']),
  trustFramework: z.enum(['test_root', 'eu']),
  allowRevealForeign: z.boolean(),
  fetchIssuerMetadata: z.boolean(),
  fetchStatusLists: z.boolean(),
  fetchTypeMetadata: z.boolean(),
  warmUp: z.boolean(),
  keyStorageLevels: z.array(z.string()).optional(),
  userAuthLevels: z.array(z.string()).optional(),
  /** Serve https with a certificate under the test root; set by `npm start -- --phone`. */
  testTls: z.boolean(),
  /** Port of the plain http page that serves the test root; absent = there is none. */
  rootPort: z.int().optional(),
  /** Pages are rebuilt while they are edited; set by `npm run dev`. */
  dev: z.boolean(),
})

/** All settings of the service, read once at start and passed on; nothing else reads the environment. */
export type Settings = Readonly<z.infer<typeof settingsSchema>> & {
  /** One sentence each, about names that resemble ours and surprising combinations. */
  readonly warnings: readonly string[]
}

/**
 * Reads the settings from the given environment; has no side effects.
 * @throws SettingsError with one sentence that names the first malformed variable
 */
export function readEnvironment(env: Readonly<Record<string, string | undefined>>): Settings {
  const { values, warnings } = parseSettings(env)
  return { ...settingsSchema.parse(values), warnings }
}
