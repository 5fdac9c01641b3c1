import { z } from 'zod'
import { StoreUnavailable } from '@/lib/core/ground/ports/errors'
import type { ArtifactFile, ArtifactNames } from '@/lib/core/scoreboard/artifacts/artifact-members'
import type { PocketBaseClient } from '../client/client'

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

/** Stores the logo of an organisation, replacing the previous one. Throws StoreUnavailable. */
export async function keepLogo(client: PocketBaseClient, organizationId: string, logo: NamedFile): Promise<void> {
  const form = new FormData()
  form.append('logo', fileOf(logo))
  await update(client, 'organizations', organizationId, form)
}

async function update(client: PocketBaseClient, collection: string, id: string, form: FormData): Promise<unknown> {
  try {
    // Any call signs in if that has not happened yet.
    await client.call('/api/health', { method: 'GET' })
    return await client.sdk.collection(collection).update(id, form)
  } catch (error) {
    throw new StoreUnavailable('PocketBase does not keep the files.', { cause: error })
  }
}
