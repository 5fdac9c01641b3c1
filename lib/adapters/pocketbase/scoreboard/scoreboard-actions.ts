import { z } from 'zod'
import type { ArtifactFile, ArtifactNames } from '@/lib/core/scoreboard/artifacts/artifact-members'
import { ProtocolError, StoreUnavailable } from '@/lib/core/shared/ports/errors'
import { isObject } from '@/lib/core/shared/values/json'
import type { PocketBaseClient } from '../client/client'
import { requireOk } from '../client/list-records'

/**
 * Runs one action of pb_hooks/scoreboard and returns its result. Throws ProtocolError if a column rejects a value, so
 * that nobody retries, and StoreUnavailable if the action fails for another reason.
 */
export async function act(client: PocketBaseClient, action: string, body: unknown): Promise<unknown> {
  const path = `/api/internal/scoreboard/${action}`
  const reply = await client.request({ method: 'POST', path, body: JSON.stringify(body) })
  const columns = reply.status === 400 ? refusedColumns(reply.text) : []
  if (columns.length > 0) {
    const details = columns.map((column) => ({ path: column, code: 'custom', message: 'cannot be kept' }))
    const description = 'A member is too long, or does not hold what it should; details names it.'
    throw new ProtocolError('invalid_request', description, { details })
  }
  if (reply.status >= 400)
    throw new StoreUnavailable(
      `PocketBase responded to ${action} with status ${reply.status}: ${reply.text.slice(0, 300)}`,
    )
  return requireOk(reply)
}

/** The columns that PocketBase names when it rejects a record. */
function refusedColumns(text: string): string[] {
  try {
    const answer: unknown = JSON.parse(text)
    return isObject(answer) && isObject(answer.data) ? Object.keys(answer.data) : []
  } catch {
    return []
  }
}

const zNames = z.array(z.string())

const zRecord = z.object({
  screenshots: zNames,
  videos: zNames,
  logs: zNames,
  report: z.string().transform((name) => (name === '' ? [] : [name])),
})

interface NamedFile {
  readonly name: string
  readonly bytes: Uint8Array
}

const fileOf = ({ name, bytes }: NamedFile): File => new File([new Uint8Array(bytes)], name)

/** Stores files with an execution, replacing the inline content. Throws StoreUnavailable. */
export async function keepArtifacts(
  client: PocketBaseClient,
  executionId: string,
  files: readonly ArtifactFile[],
): Promise<ArtifactNames> {
  const form = new FormData()
  for (const file of files) form.append(file.member, fileOf(file))
  return zRecord.parse(await update(client, 'pipeline_results', executionId, form))
}

/** Stores the logo of a record, replacing the previous one. Throws StoreUnavailable. */
export async function keepLogo(
  client: PocketBaseClient,
  { collection, id }: { readonly collection: string; readonly id: string },
  logo: NamedFile,
): Promise<void> {
  const form = new FormData()
  form.append('logo', fileOf(logo))
  await update(client, collection, id, form)
}

async function update(client: PocketBaseClient, collection: string, id: string, form: FormData): Promise<unknown> {
  try {
    // The call signs in if necessary.
    await client.call('/api/health', { method: 'GET' })
    return await client.sdk.collection(collection).update(id, form)
  } catch (error) {
    throw new StoreUnavailable('PocketBase does not keep the files.', { cause: error })
  }
}
