import { createHash, randomBytes } from 'node:crypto'
import { SDJwtVcInstance } from '@sd-jwt/sd-jwt-vc'
import { createKeyAttester, type KeyAttester } from '../issuer/credential/attester'
import { signJwt } from '../jose/jws'
import type { EcPublicJwk } from '../jose/key'
import type { JsonObject } from '../json'

/** What a test changes in a credential. */
export interface CredentialOptions {
  issuer: string
  holder: EcPublicJwk
  /** Epoch seconds. */
  now: number
  header?: JsonObject
  payload?: JsonObject
}

/** Makes SD-JWT VCs with an independent library, signed under a test root. */
export interface CredentialMaker {
  signer: KeyAttester
  make: (options: CredentialOptions) => Promise<string>
}

export const kid = 'credential-key'

/** A maker with fresh keys. */
export async function createCredentialMaker(nowMillis: number): Promise<CredentialMaker> {
  const signer = await createKeyAttester(nowMillis)
  const library = new SDJwtVcInstance({
    signAlg: 'ES256',
    // The library passes the signing input and appends what this returns.
    signer: async (input: string) => signInput(signer, input),
    hashAlg: 'sha-256',
    hasher: async (data: string | ArrayBuffer) =>
      createHash('sha256')
        .update(typeof data === 'string' ? data : Buffer.from(data))
        .digest(),
    saltGenerator: async (length: number) => randomBytes(length).toString('base64url'),
  })
  return {
    signer,
    make: async ({ issuer, holder, now, header, payload }) =>
      library.issue(
        {
          iss: issuer,
          vct: 'urn:eudi:pid:1',
          iat: now,
          nbf: now,
          exp: now + 86_400,
          cnf: { jwk: { ...holder } },
          family_name: 'Fabbri',
          birth_family_name: 'Brontë',
          nationalities: ['IT', 'FR'],
          address: { locality: 'Bologna', country: 'IT' },
          ...payload,
        },
        {
          _sd: ['family_name', 'birth_family_name', 'nationalities', 'address'],
          nationalities: { _sd: [0, 1] },
          address: { _sd: ['locality', 'country'] },
        },
        { header: { typ: 'dc+sd-jwt', alg: 'ES256', kid, x5c: signer.x5c, ...header } },
      ),
  }
}

function signInput({ key }: KeyAttester, input: string): string {
  const [head = '', body = ''] = input.split('.')
  const read = (part: string): JsonObject => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  const compact = signJwt({ header: read(head), claims: read(body), key })
  if (!compact.startsWith(`${input}.`)) throw new Error('the signing input was not reproduced')
  return compact.slice(input.length + 1)
}
