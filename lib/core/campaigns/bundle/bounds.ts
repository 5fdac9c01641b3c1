/** Bounds of a bundle, for who makes one and for who reads one of a stranger. */

/** Bytes of the whole file. */
export const bundleBytesMax = 256 * 1024 * 1024
/** Bytes of a bundle of a campaign or a session: a CI keeps one for each run. */
export const reportBundleBytesMax = 128 * 1024 * 1024
/** Sessions whose evidence one bundle holds. */
export const bundleSessionsMax = 400

/** What a bundle is about: the conformance statement of a wallet, a campaign, or one session. */
const bundleKinds = ['statement', 'campaign', 'session'] as const
export type BundleKind = (typeof bundleKinds)[number]

/** A report in each of its forms. */
const reportFiles = ['report.html', 'report.json', 'report.xml', 'report.md'] as const
/** Files of one session, by the kind of the bundle. */
export const sessionFiles = {
  statement: ['read-back.json', 'report.json', 'exchanges.har'],
  campaign: [...reportFiles, 'exchanges.har'],
  session: [...reportFiles, 'exchanges.har'],
} as const satisfies Record<BundleKind, readonly string[]>
/** Files of a bundle that belong to no session, in their order, by its kind. */
export const ownFiles = {
  statement: ['README.txt', 'ics.json', 'ics.html', 'ics.csv', 'table.csv', 'root-ca.pem'],
  campaign: ['README.txt', ...reportFiles, 'root-ca.pem'],
  session: ['README.txt', 'root-ca.pem'],
} as const satisfies Record<BundleKind, readonly string[]>
/** The two files that say what the others are, last in the archive. */
export const manifestName = 'manifest.json'
export const signatureName = 'manifest.jws'
/** Entries of the archive. */
export const bundleEntriesMax = Math.max(
  ...bundleKinds.map((kind) => ownFiles[kind].length + bundleSessionsMax * sessionFiles[kind].length + 2),
)
/** Bytes of the files that a reader parses. */
export const parsedBytesMax = {
  'ics.json': 8 * 1024 * 1024,
  'report.json': 8 * 1024 * 1024,
  'root-ca.pem': 16 * 1024,
  [manifestName]: 1024 * 1024,
  [signatureName]: 64 * 1024,
} as const

/** Bytes of a read-back: four times what the service gives of a session. */
export const readBackBytesMax = 8 * 1024 * 1024

/** Where a file of a session lies. */
export const sessionFileName = (sessionId: string, file: (typeof sessionFiles)[BundleKind][number]): string =>
  `sessions/${sessionId}/${file}`
