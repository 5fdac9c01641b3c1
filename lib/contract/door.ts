import { z } from 'zod'
import type { ContractEntry } from './contract-entry'
import { error } from './z-common'

/** An endpoint at the address of a workbench, as the interface describes it there. */
export const atDoor = (entry: ContractEntry, path: string): ContractEntry => ({
  ...entry,
  path,
  extension: true,
  query: {
    ...entry.query,
    run: {
      description:
        'Of two fetches with the same value, the second continues the session of the first; another value is another one',
      required: false,
      schema: z.string().regex(/^[A-Za-z0-9._~-]{1,64}$/),
    },
  },
  replies: {
    ...entry.replies,
    200: { ...entry.replies[200], 'text/html': z.string() },
    400: error,
    404: error,
    429: error,
    507: error,
  },
  replyWords: {
    ...entry.replyWords,
    200: 'The document of the session that this wallet has here now, or a page for whoever is no wallet',
  },
  replyHeaders: {
    ...entry.replyHeaders,
    200: { ...entry.replyHeaders?.[200], 'Content-Location': 'Address of the same document in its own session' },
    429: { ...entry.replyHeaders?.[429], 'Retry-After': 'Seconds until another session may begin' },
  },
})
