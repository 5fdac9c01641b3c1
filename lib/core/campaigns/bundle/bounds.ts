/** Bounds of a bundle, for who makes one and for who reads one of a stranger. */

/** Bytes of the whole file. */
export const bundleBytesMax = 256 * 1024 * 1024
/** Sessions whose evidence one bundle holds. */
export const bundleSessionsMax = 400
/** Files of one session. */
export const sessionFiles = ['read-back.json', 'report.json', 'exchanges.har'] as const
/** Files of a bundle that belong to no session, in their order. */
export const ownFiles = ['README.txt', 'ics.json', 'ics.html', 'ics.csv', 'table.csv', 'root-ca.pem'] as const
/** The two files that say what the others are, last in the archive. */
export const manifestName = 'manifest.json'
export const signatureName = 'manifest.jws'
/** Entries of the archive. */
export const bundleEntriesMax = ownFiles.length + bundleSessionsMax * sessionFiles.length + 2
/** Bytes of the files that a reader parses. */
export const parsedBytesMax = {
  'ics.json': 8 * 1024 * 1024,
  'root-ca.pem': 16 * 1024,
  [manifestName]: 1024 * 1024,
  [signatureName]: 64 * 1024,
} as const

/** Bytes of a read-back: four times what the service gives of a session. */
export const readBackBytesMax = 8 * 1024 * 1024

/** Where a file of a session lies. */
export const sessionFileName = (sessionId: string, file: (typeof sessionFiles)[number]): string =>
  `sessions/${sessionId}/${file}`
