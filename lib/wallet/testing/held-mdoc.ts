import { verifyMsoMdoc } from '../formats/mso-mdoc/verify'
import type { HeldCredential } from '../formats/stored-credential'
import { generateKey } from '../jose/key'
import type { MdocMaker } from './mdoc-maker'

const doctype = 'eu.europa.ec.eudi.pid.1'

/** An mdoc in the wallet as if it had been issued by a test issuer: made by an independent library, then verified. */
export async function holdMdoc(maker: MdocMaker, nowMillis: number): Promise<HeldCredential> {
  const holderKey = generateKey()
  const raw = await maker.make({ holder: holderKey.publicJwk })
  const holderThumbprints = new Set([holderKey.thumbprint])
  return { ...verifyMsoMdoc(raw, { nowMillis, doctype, holderThumbprints, trustAnchors: [maker.rootPem] }), holderKey }
}
