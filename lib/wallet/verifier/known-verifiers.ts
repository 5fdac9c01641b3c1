import { type CommandLine, certificatesIn, readPem, UsageError } from '../command-line'
import { readJson } from '../json'
import { readRegisteredVerifier } from './request/registered-verifier'
import type { VerifierOptions } from './run-at-verifier'

/** Verifiers that the wallet knows without a certificate, from the command line. @throws UsageError */
export function knownVerifiers(line: CommandLine): Pick<VerifierOptions, 'attestationIssuers' | 'registeredVerifiers'> {
  const { 'trust-attestation-issuer': root, 'registered-verifier': file } = line
  const attesting = root === undefined ? {} : { attestationIssuers: certificatesIn(root).map(String) }
  if (file === undefined) return attesting
  const registered = readRegisteredVerifier(readJson(readPem(file)))
  if (registered === null)
    throw new UsageError(
      `The file ${file} holds no client_id, jwks and client_metadata, or a response_uri that is no string, or redirect_uris or request_uris that are no array of strings.`,
    )
  return { ...attesting, registeredVerifiers: [registered] }
}

/**
 * The known verifiers for a campaign, without registered addresses: each session has its own, and a registration would
 * show those of one.
 */
export function knownInCampaign(line: CommandLine): ReturnType<typeof knownVerifiers> {
  const { registeredVerifiers, ...others } = knownVerifiers(line)
  if (registeredVerifiers === undefined) return others
  return {
    ...others,
    registeredVerifiers: registeredVerifiers.map((one) => ({ ...one, responseUris: [], requestUris: [] })),
  }
}
