import type { DecidedEffect, EventDraft } from '../../../engine/endpoints/decided'
import type { OwnSigning } from '../../../engine/endpoints/own-access'
import type { RequestContext } from '../../../engine/endpoints/request-context'
import { digestOf } from '../../../shared/ports/digests'
import { ProtocolError } from '../../../shared/ports/errors'
import {
  issuerIdOf,
  type Laboratory,
  type LaboratoryCertificates,
  type LaboratoryOptions,
  laboratoryIssuerId,
} from '../../../shared/ports/laboratory'
import { seekerOf } from '../../../shared/ports/places'
import type { IssuanceSession } from '../../../shared/ports/store-types'
import { addSeconds, toIso } from '../../../shared/time/time'
import { toBase64url } from '../../../shared/values/base64url'
import { issuerUrls } from '../../configurations/issuer-in-play'
import { namedTypes } from '../../configurations/laboratory/laboratory-configuration'
import { chosenOptions } from '../../configurations/laboratory/laboratory-options'
import type { IssuerTrustChanges } from '../../deviations/issuer-deviation'

/** 128 bits: 22 characters of base64url. */
const idBytes = 16

/**
 * Creates the laboratory of a new session. Throws ProtocolError if there are too many, or if it cannot be certified.
 */
export async function newLaboratory(
  options: LaboratoryOptions,
  {
    framework,
    wrong,
    ownAccess,
  }: {
    readonly framework: 'test_root' | 'eu'
    readonly wrong: IssuerTrustChanges
    /** A tester's access certificate, used instead of one by our authority. */
    readonly ownAccess: OwnSigning | null
  },
  { exchange, ports, settings, asker }: RequestContext,
): Promise<Laboratory> {
  const id = toBase64url(ports.random(idBytes))
  await ports.laboratoryPlaces.take({
    exchange: exchange.id,
    issuerId: laboratoryIssuerId(id),
    seeker: seekerOf({ exchange, asker }),
    at: exchange.at,
  })
  const certificates = await ports.laboratoryKeys.certify(
    id,
    options.intermediates,
    framework === 'eu' ? { mdocSigner: options.mdoc_signer } : null,
    options.identifier_slash,
  )
  if (certificates === null)
    throw new ProtocolError(
      'temporarily_unavailable',
      'This installation has no key of its root, which certifies the keys of a laboratory.',
    )
  const { types } = issuerUrls(settings.baseUrl, laboratoryIssuerId(id))
  return {
    id,
    until: addSeconds(exchange.at, options.lifetime_seconds),
    options: { ...options, credentials: namedTypes(options.credentials, types) },
    certificates: {
      ...certificates,
      ...(ownAccess === null ? {} : { access: ownAccess.signer.x5c }),
      ...(await wrongCertificates(id, options, wrong, ports)),
    },
  }
}

/** Deliberately wrong certificates, used instead of correct ones. */
async function wrongCertificates(
  id: string,
  { mdoc_signer: mdocSigner }: LaboratoryOptions,
  { access, seal }: IssuerTrustChanges,
  { laboratoryKeys }: RequestContext['ports'],
): Promise<Partial<LaboratoryCertificates>> {
  const sealed = async (purpose: 'credential' | 'mdoc', how: NonNullable<typeof seal>) =>
    (await laboratoryKeys.mintSeal(id, purpose, how, { mdocSigner })).x5c
  return {
    ...(access === undefined ? {} : { access: (await laboratoryKeys.mintAccess(id, access)).x5c }),
    ...(seal === undefined ? {} : { credential: await sealed('credential', seal), mdoc: await sealed('mdoc', seal) }),
  }
}

/** Lets requests to the laboratory's URLs be matched to its session while it is served. */
export const grantLaboratory = (
  { laboratory, ...session }: IssuanceSession,
  { exchange, ports, asker }: RequestContext,
): DecidedEffect[] =>
  laboratory === undefined
    ? []
    : [
        {
          type: 'grant',
          secret: null,
          value: {
            kind: 'laboratory',
            digest: digestOf(laboratory.id, ports.sha256),
            issuerId: issuerIdOf({ ...session, laboratory }),
            sessionId: session.sessionId,
            exchangeId: null,
            parent: null,
            expiresAt: laboratory.until,
            consumedAt: null,
            revokedAt: null,
            data: ports.laboratoryPlaces.factsOf(seekerOf({ exchange, asker }), exchange.at),
          },
        },
      ]

/** Event detail of a new laboratory: non-default options, and the types of own credentials. */
export const laboratoryCreated = ({ laboratory }: IssuanceSession, identifier: string): EventDraft[] =>
  laboratory === undefined
    ? []
    : [
        {
          type: 'laboratory_created',
          detail: {
            identifier,
            until: toIso(laboratory.until),
            options: chosenOptions(laboratory.options),
            credential_configuration_ids: (laboratory.options.credentials ?? []).map(({ id }) => id),
          },
        },
      ]
