import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { makeKeyDirectory, readKeyFile, replaceKeyFile } from '../crypto/key-files'
import type { ListSource } from './list-sources'

/** The last valid release of each list, on disk: it serves over restarts, and no older one is taken. */
export interface KeptLists {
  /** `null` where none is kept. */
  read(source: ListSource): Promise<string | null>
  /** Rejects with one sentence when it cannot be written. */
  write(source: ListSource, document: string): Promise<void>
}

/** Keeps lists in `trust-lists/` of the data directory, which is made at first need. */
export function keptLists(dataDir: string): KeptLists {
  const directory = join(dataDir, 'trust-lists')
  const pathOf = ({ location, purpose }: ListSource): string =>
    join(directory, `${createHash('sha256').update(`${purpose} ${location}`).digest('hex').slice(0, 32)}.jwt`)
  return {
    read: (source) => readKeyFile(pathOf(source)),
    write: async (source, document) => {
      await makeKeyDirectory(directory)
      await replaceKeyFile(pathOf(source), document)
    },
  }
}
