import { createHash } from 'node:crypto'
import type { HeldCredential } from '../../formats/stored-credential'
import { readJws } from '../../jose/jws'
import { readJsonObject, stringMember } from '../../json'
import { aroundStep, sendStep } from '../../step'
import { type Run, requireThat } from '../run'

/** Integrity metadata with one hash (W3C Subresource Integrity section 3.1); this wallet reads no other algorithm. */
const oneHash = /^sha256-([A-Za-z0-9+/]{43}=)$/

/**
 * Fetches the type metadata of each SD-JWT VC that says what their hash is, and compares (SD-JWT VC draft 11 section 7).
 * Credentials of one type have the same metadata, which are fetched once. Metadata that cannot be fetched say nothing.
 * Returns the credentials with the types that theirs extend.
 * @throws WalletStop when they are other metadata
 */
export async function checkTypes(run: Run, credentials: readonly HeldCredential[]): Promise<HeldCredential[]> {
  const fetched = new Map<string, Promise<string | null>>()
  const known: HeldCredential[] = []
  for (const credential of credentials) {
    known.push(credential)
    const { format, raw } = credential
    const claims = format === 'dc+sd-jwt' ? readJws(raw.split('~')[0] ?? '')?.claims : undefined
    const { vct, 'vct#integrity': integrity } = claims ?? {}
    if (typeof vct !== 'string' || integrity === undefined) continue
    const metadata = fetched.get(vct) ?? fetchType(run, vct)
    fetched.set(vct, metadata)
    const text = await metadata
    if (text === null) continue
    const expected = oneHash.exec(String(integrity))?.[1]
    const isSame = createHash('sha256').update(text).digest('base64') === expected
    requireThat(run, 'type_integrity', isSame, 'The type metadata are not those whose hash the credential has')
    const parent = stringMember(readJsonObject(text) ?? {}, 'extends')
    if (isSame && parent !== null) known.splice(-1, 1, { ...credential, extends: parent })
  }
  return known
}

const fetchType = (run: Run, url: string): Promise<string | null> =>
  aroundStep(run, 'type_metadata', async () => {
    const answer = await sendStep(run, {
      step: 'type_metadata',
      method: 'GET',
      url,
      headers: [['Accept', 'application/json']],
      learned: () => 'the metadata of the credential type',
    })
    return answer.status === 200 ? answer.body : null
  })
