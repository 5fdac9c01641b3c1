/** Limits of a bundle, shared by its maker and by readers of bundles from strangers. */

/** Maximum size of the whole file, in bytes. */
export const bundleBytesMax = 256 * 1024 * 1024
/** Maximum size of a campaign or session bundle, in bytes. Smaller, because a CI keeps one per run. */
export const reportBundleBytesMax = 128 * 1024 * 1024
/** Maximum number of sessions in one bundle. */
export const bundleSessionsMax = 400

/** The subject of a bundle: the conformance statement of a wallet, a campaign, one session, or what was published of a statement. */
const bundleKinds = ['statement', 'campaign', 'session', 'published'] as const
export type BundleKind = (typeof bundleKinds)[number]

/** One file per report format. */
const reportFiles = ['report.html', 'report.json', 'report.xml', 'report.md'] as const
/** Files of one session, by kind of bundle. */
export const sessionFiles = {
  statement: ['read-back.json', 'report.json', 'exchanges.har'],
  campaign: [...reportFiles, 'exchanges.har'],
  session: [...reportFiles, 'exchanges.har'],
  published: [],
} as const satisfies Record<BundleKind, readonly string[]>
/** Files that belong to no session, in archive order, by kind of bundle. */
export const ownFiles = {
  statement: ['README.txt', 'ics.json', 'ics.html', 'ics.csv', 'table.csv', 'root-ca.pem'],
  campaign: ['README.txt', ...reportFiles, 'root-ca.pem'],
  session: ['README.txt', 'root-ca.pem'],
  published: ['README.txt', 'statement.json', 'root-ca.pem'],
} as const satisfies Record<BundleKind, readonly string[]>
/** The manifest and its signature, last in the archive. */
export const manifestName = 'manifest.json'
export const signatureName = 'manifest.jws'
/** Maximum number of entries in the archive. */
export const bundleEntriesMax = Math.max(
  ...bundleKinds.map((kind) => ownFiles[kind].length + bundleSessionsMax * sessionFiles[kind].length + 2),
)
/** Maximum size in bytes of the files that a reader parses. */
export const parsedBytesMax = {
  'ics.json': 8 * 1024 * 1024,
  'report.json': 8 * 1024 * 1024,
  'statement.json': 8 * 1024 * 1024,
  'root-ca.pem': 16 * 1024,
  [manifestName]: 1024 * 1024,
  [signatureName]: 64 * 1024,
} as const

/** Maximum size of a read-back in bytes: four times what the service returns for a session. */
export const readBackBytesMax = 8 * 1024 * 1024

/** Path of a session's file in the archive. */
export const sessionFileName = (sessionId: string, file: (typeof sessionFiles)[BundleKind][number]): string =>
  `sessions/${sessionId}/${file}`
