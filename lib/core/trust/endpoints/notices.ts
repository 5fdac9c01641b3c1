import { plain } from '../../engine/endpoints/endpoint'
import { testOrganization } from '../../shared/trust/organization'
import { publicDocument } from './documents'

/** A text for people who follow a link in a certificate or registration. */
const notice = (text: string) =>
  plain(async (context) => ({
    reply: publicDocument({ mediaType: 'text/plain; charset=utf-8', content: `${text}\n` }, context),
  }))

const about = `${testOrganization.legalName} is a service that tests wallets. The organisation "${testOrganization.identifier}" is made up, and so is what its certificates and registrations say: all of it is test data. Trust it on test devices only.`

/** `GET /trust/support`: whom to contact. */
export const getTrustSupport = notice(
  `Support (test data)\n\n${about}\n\nNobody answers here. Turn to whoever runs this installation, at the address in your address bar.`,
)

/** `GET /trust/privacy`: what happens to the data that a wallet sends. */
export const getTrustPrivacy = notice(
  `Privacy policy (test data)\n\n${about}\n\nPresent no credential of a real person. What a wallet sends is recorded for who tests it, and is deleted with its session.`,
)

/** `GET /trust/policy`: the rules under which certificates are issued. */
export const getTrustPolicy = notice(
  `Certificate policy (test data)\n\n${about}\n\nCertificates are issued without any verification, and some are wrong on purpose.`,
)
