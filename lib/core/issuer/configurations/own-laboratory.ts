import type { Neighbours } from '../../engine/endpoints/neighbours'
import { laboratoryIssuerId } from '../../ground/ports/laboratory'
import { credentialIssuer } from '../../ground/ports/uris'
import { laboratoryWithId } from './find-issuer'

/** How the issuer of a session signs, also after it has ended: its credentials live longer. */
export const ownLaboratory: Neighbours['ownLaboratory'] = async (identifier, { ports, settings: { baseUrl } }) => {
  const id = /\/lab\/([\w-]{22})$/.exec(identifier)?.[1]
  if (id === undefined || credentialIssuer(baseUrl, laboratoryIssuerId(id)) !== identifier) return null
  const found = await laboratoryWithId(id, { at: null, baseUrl, ports })
  if (found === null) return null
  const { kid, publicJwk } = found.keys.credential
  return { identifier, key: { kid, publicJwk }, root: found.session?.laboratory?.certificates.root ?? null }
}
