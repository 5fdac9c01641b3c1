import { type CommandLine, readPem, UsageError } from '../command-line'
import { readJson } from '../json'
import { readRegisteredVerifier } from './request/registered-verifier'
import type { VerifierOptions } from './run-at-verifier'

/**
 * Whom the wallet knows besides those with a certificate, by the command line.
 *
 * @throws UsageError
 */
export function knownVerifiers(line: CommandLine): Pick<VerifierOptions, 'attestationIssuers' | 'registeredVerifiers'> {
  const { 'trust-attestation-issuer': root, 'registered-verifier': file } = line
  if (file === undefined) return root === undefined ? {} : { attestationIssuers: [readPem(root)] }
  const registered = readRegisteredVerifier(readJson(readPem(file)))
  if (registered === null) throw new UsageError(`The file ${file} holds no client_id, jwks and client_metadata.`)
  return { ...(root === undefined ? {} : { attestationIssuers: [readPem(root)] }), registeredVerifiers: [registered] }
}
