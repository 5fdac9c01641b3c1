import 'server-only'
import { headers } from 'next/headers'
import { StoreUnavailable } from '@/lib/core/shared/ports/errors'
import { container } from '@/lib/server/container'
import { isUnavailable } from './is-unavailable'

/** The longest that a page waits for storage, in milliseconds. */
const patienceMillis = 5000

/** What was asked of storage, if it comes in time. Throws `StoreUnavailable` if it does not; its reading may go on. */
export async function inTime<Value>(asked: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    const error = new StoreUnavailable(`Storage did not respond within ${patienceMillis} ms.`)
    timer = setTimeout(() => reject(error), patienceMillis)
  })
  try {
    return await Promise.race([asked, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Named by no session. */
const nobody = '00000000-0000-4000-8000-000000000000'

/** Asks storage for something small. Throws `StoreUnavailable` while it does not respond. */
export async function askStorage(): Promise<void> {
  await inTime(container().queries.run(nobody))
}

/** Whether storage does not respond to this; any other error is thrown. */
export async function isAway(asking: Promise<unknown>): Promise<boolean> {
  try {
    await asking
    return false
  } catch (error) {
    if (isUnavailable(error)) return true
    throw error
  }
}

/** Whether storage is not responding at the moment, so that what would be asked of it waited long. */
export const isStorageAway = (): Promise<boolean> => isAway(askStorage())

/** Tells a page, in the request that it gets, that storage has just not responded: it need not find out once more. */
const awayHeader = 'x-wallet-capture-storage-away'

/** The header fields of a request for a page whose storage does not respond. `path`: where it was asked for. */
export function awayHeaders(fields: Headers, path: string): Headers {
  const told = new Headers(fields)
  told.set(awayHeader, path)
  return told
}

/** Where the page that is being drawn was asked for, if storage has just not responded to it; `null` if it has. */
export const awayFrom = async (): Promise<string | null> => (await headers()).get(awayHeader)
