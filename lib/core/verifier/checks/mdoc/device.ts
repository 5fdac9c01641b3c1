import { area, of } from '../../../engine/checks/area'
import { broken, notApplicable, notObserved, pass, tolerated, violated } from '../../../engine/checks/check'
import { shown, shownPaths } from '../../../engine/judgements/shown'
import type { CborItem } from '../../../shared/cbor/cbor-item'
import { ownVariant } from '../../../shared/formats/mso-mdoc/read-presentation/session-transcript'
import { bare, quote, say, word } from '../../../shared/values/wording'
import {
  algReasons,
  mixedReason,
  proofReasons,
  unexplainedReasons,
  unverifiedReasons,
} from '../../judgements/proof-reasons'
import { removedOnPurpose } from '../../judgements/removed-on-purpose'
import { isBlamed, judgeCoseAlg, judgeForRequest, madeFor, proofKey, wasCompared } from '../../judgements/signatures'
import { onMdocDocument } from '../../judgements/subjects'
import type { PresentedSubject } from '../../read/response/response-reading'

const isDate = (value: CborItem): boolean =>
  value.kind === 'tag' && (value.tag === 1004 || value.tag === 0) && value.content.kind === 'text'

const isText = (value: CborItem): boolean => value.kind === 'text'

const isBytes = (value: CborItem): boolean => value.kind === 'bytes'

const formWords = {
  no_map: bare.somethingElse,
  text_labels: say`texts as labels`,
  jwk: say`a JWK`,
  der: say`bytes in DER`,
  embedded: say`a map inside of something else`,
}

/** Keys of the reasons for coordinates of another form. */
const coordinateKeys = {
  texts: 'texts',
  der: 'der_coordinates',
  point: 'point',
  length: 'coordinate_length',
} as const

const coordinateWords = {
  texts: say`texts`,
  der: say`bytes in DER`,
  point: say`a point`,
  length: say`byte strings of another length`,
}

/** Keys of the reasons for a `nameSpaces` of another form. */
const namespacesKeys = {
  absent: 'no_namespaces',
  map: 'map',
  bytes: 'bytes',
  bytes_around_tag: 'bytes_around_tag',
  other: 'no_map',
} as const

const namespacesWords = {
  absent: null,
  map: say`a map without tag 24`,
  bytes: say`a byte string without tag 24`,
  bytes_around_tag: say`a byte string around tag 24`,
  other: bare.somethingElse,
}

/** Without a device signature or MAC, nothing proves possession. */
const leavesNoProof = { explains: ['vp.dcql.holder_binding'] } as const

/** Elements shared by PID and driving licence, with their types. ISO/IEC 18013-5 table 5 */
const types: ReadonlyMap<string, (value: CborItem) => boolean> = new Map([
  ['birth_date', isDate],
  ['issue_date', isDate],
  ['issuance_date', isDate],
  ['expiry_date', isDate],
  ['portrait', isBytes],
  ['family_name', isText],
  ['given_name', isText],
  ['document_number', isText],
  ['issuing_authority', isText],
  ['issuing_country', isText],
])

export const mdocDevice = area(
  'vp.mdoc',
  { subject: of<PresentedSubject>(), rejects: 'invalid_presentation' },
  {
    device_key: {
      title: 'Document is bound to a public key',
      reasons: {
        absent: {
          says: 'The document has no deviceKey',
          fix: 'Report it to the issuer: it puts the public COSE_Key of the device into deviceKeyInfo.',
          acts: 'issuer',
        },
        no_map: {
          says: 'The deviceKey of a document is no CBOR map',
          fix: 'Report it to the issuer: deviceKey is a COSE_Key, a map with integer labels.',
          acts: 'issuer',
        },
        text_labels: {
          says: 'The deviceKey of a document has texts as labels',
          fix: 'Report it to the issuer: the labels of a COSE_Key are the integers 1, -1, -2 and -3.',
          acts: 'issuer',
        },
        jwk: {
          says: 'The deviceKey of a document is a JWK',
          fix: 'Report it to the issuer: it converts the key into a COSE_Key, with labels 1 (kty), -1 (crv), -2 (x) and -3 (y).',
          acts: 'issuer',
        },
        der: {
          says: 'The deviceKey of a document is a key in DER',
          fix: 'Report it to the issuer: it writes the key as a COSE_Key, with labels 1 (kty), -1 (crv), -2 (x) and -3 (y).',
          acts: 'issuer',
        },
        embedded: {
          says: 'The deviceKey of a document is wrapped in a byte string or a tag',
          fix: 'Report it to the issuer: the map of the COSE_Key stands in deviceKeyInfo by itself.',
          acts: 'issuer',
        },
        texts: {
          says: 'The coordinates of deviceKey are texts',
          fix: 'Report it to the issuer: x and y of a COSE_Key are byte strings; base64url is the form of a JWK.',
          acts: 'issuer',
        },
        der_coordinates: {
          says: 'The coordinates of deviceKey are in DER',
          fix: 'Report it to the issuer: x and y are the bare bytes, each as long as the curve.',
          acts: 'issuer',
        },
        point: {
          says: 'A coordinate of deviceKey is the whole uncompressed point',
          fix: 'Report it to the issuer: x is the first half of the point after its byte 04, and y the second.',
          acts: 'issuer',
        },
        coordinate_length: {
          says: 'A coordinate of deviceKey has another length than its curve',
          fix: 'Report it to the issuer: x and y keep their leading zeros, and have no other byte before them.',
          acts: 'issuer',
        },
        private: {
          says: 'The deviceKey of a document has the private part of the key',
          fix: 'Report it to the issuer, which leaves label -4 (d) out, and stop using this key.',
          acts: 'issuer',
        },
        compressed: {
          says: 'The deviceKey of a document is a compressed point, which is not read here',
          fix: 'Report it to the issuer: it writes both coordinates, y as a byte string.',
          acts: 'issuer',
          rule: 'house',
          clause: 'HOUSE-5',
        },
        unusable: {
          says: 'The deviceKey of a document is no point on P-256, P-384, P-521 or Ed25519',
          fix: 'Report it to the issuer: compare kty, crv and the coordinates with the key that the wallet proved.',
          acts: 'issuer',
        },
      },
      clauses: ['ISO18013-5-9.1.2.4', 'RFC9053-7.1.1'],
      level: 'must',
      judges: { token: 'presented_credential', member: 'documents.0.mso.device_key' },
      why: 'With it the device proves that the document is its own.',
      run: onMdocDocument(({ mso }) => {
        if (mso === null) return notApplicable(say`There is no mobile security object; see vp.mdoc.issuer_auth.`)
        const { present, form, coordinates, hasPrivatePart, valid, compressed, kty, crv } = mso.deviceKey
        if (!present) return violated('absent', { expected: say`a COSE_Key`, actual: null })
        if (form !== 'cose_key') return violated(form, { expected: say`a COSE_Key`, actual: formWords[form] })
        if (hasPrivatePart) return violated('private', { expected: say`a public key`, actual: say`a private key` })
        if (valid) return pass(quote(crv ?? kty))
        if (coordinates !== null && !compressed)
          return violated(coordinateKeys[coordinates], {
            expected: say`byte strings as long as the curve`,
            actual: coordinateWords[coordinates],
          })
        return compressed
          ? violated('compressed', { expected: say`both coordinates`, actual: say`a sign of y` })
          : violated('unusable', { expected: say`a point on P-256, P-384, P-521 or Ed25519`, actual: say`another key` })
      }),
    },
    device_signed: {
      title: 'Document is signed by the device',
      reasons: {
        absent: {
          says: 'A document lacks deviceSigned',
          fix: 'Send deviceSigned with nameSpaces under tag 24 and deviceAuth.',
          ...leavesNoProof,
        },
        other: {
          says: 'The deviceSigned of a document is no CBOR map',
          fix: 'Send deviceSigned as a map of nameSpaces, under tag 24, and deviceAuth.',
          ...leavesNoProof,
        },
        no_namespaces: {
          says: 'The deviceSigned of a document has no nameSpaces',
          fix: 'Put nameSpaces into deviceSigned, also if the device signs no element: tag 24 around the bytes of an empty map.',
        },
        map: {
          says: 'The nameSpaces of deviceSigned is a map without tag 24',
          fix: 'Encode the map, and send its bytes under tag 24: DeviceNameSpacesBytes.',
        },
        bytes: {
          says: 'The nameSpaces of deviceSigned is a byte string without tag 24',
          fix: 'Put tag 24 before the byte string that holds the encoded map.',
        },
        bytes_around_tag: {
          says: 'The nameSpaces of deviceSigned is a byte string around tag 24, where tag 24 is due around the byte string',
          fix: 'Put DeviceNameSpacesBytes into deviceSigned as the tagged item itself, not encoded into another byte string.',
        },
        no_map: {
          says: 'The nameSpaces of deviceSigned is no map under tag 24',
          fix: 'Send tag 24 around the bytes of one map of namespaces, which is empty if the device signs no element.',
        },
        no_device_auth: {
          says: 'The deviceSigned of a document has no map deviceAuth',
          fix: 'Put deviceAuth into deviceSigned, a map with deviceSignature.',
          ...leavesNoProof,
        },
        tagged: {
          says: 'The {seen} of a document is under a CBOR tag',
          fix: 'Send the array of four without a tag before it.',
          clause: 'RFC9052-4.2',
        },
      },
      clauses: ['ISO18013-5-8.3.2.1.2.2', 'RFC9052-4.2'],
      level: 'must',
      judges: { token: 'presented_credential', member: 'documents.0.device_signed' },
      why: 'Without it, anyone who has seen the document can present it.',
      run: onMdocDocument(({ device }, _mdoc, { presented: { match } }) => {
        const { form, namespaces, methods, signature, mac } = device
        if (form === 'absent' && match?.holderBinding.required === false) {
          return notApplicable(say`The query does not ask for holder binding.`)
        }
        if (form !== 'map')
          return violated(form, {
            expected: say`deviceSigned, a map`,
            actual: form === 'absent' ? null : bare.somethingElse,
          })
        if (namespaces !== 'embedded')
          return violated(namespacesKeys[namespaces], {
            expected: say`nameSpaces as a map under tag 24`,
            actual: namespacesWords[namespaces],
          })
        if (methods === null) return violated('no_device_auth', { expected: say`deviceAuth`, actual: null })
        if ((signature ?? mac)?.cose.shape !== 'tagged') return pass()
        // Others read it in spite of the tag, so it refuses nothing.
        return tolerated('tagged', {
          expected: say`an untagged array of four`,
          actual: signature === null ? say`deviceMac` : say`deviceSignature`,
        })
      }),
    },
    device_auth_one: {
      title: 'Device authenticates in exactly one way',
      reasons: {
        several_methods: {
          says: 'The deviceAuth of a document has several members: {seen}',
          fix: 'Keep one of deviceSignature and deviceMac, and leave the other members out.',
        },
        other_method: {
          says: 'The deviceAuth of a document has the member {seen} alone',
          fix: 'Authenticate the device with deviceSignature or deviceMac.',
          ...leavesNoProof,
        },
        no_method: {
          says: 'The deviceAuth of a document is empty',
          fix: 'Put deviceSignature or deviceMac into deviceAuth.',
          ...leavesNoProof,
        },
      },
      clauses: ['ISO18013-5-9.1.3.4'],
      level: 'must',
      refusal: 'The deviceAuth of a document must have exactly one member, deviceSignature or deviceMac.',
      judges: { token: 'presented_credential', member: 'documents.0.device_signed' },
      why: 'A signature and a MAC would contradict each other.',
      run: onMdocDocument(({ device }) => {
        if (device.methods === null) return notApplicable(say`There is no deviceAuth; see vp.mdoc.device_signed.`)
        const [method, ...others] = device.methods
        if ((method === 'deviceSignature' || method === 'deviceMac') && others.length === 0) return pass(word(method))
        const mismatch = {
          expected: say`deviceSignature or deviceMac`,
          actual: device.methods.slice(0, 5).map(shown),
        }
        if (others.length > 0) return violated('several_methods', mismatch)
        return violated(method === undefined ? 'no_method' : 'other_method', mismatch)
      }),
    },
    device_alg: {
      title: 'Device signs with an algorithm that the request allows',
      reasons: {
        ...algReasons('The device signature', {
          of: 'deviceauth_alg_values',
          notAllowed: 'Sign with an algorithm of deviceauth_alg_values of the request.',
        }),
        no_sign1: {
          says: 'The device signature is no COSE_Sign1',
          fix: 'Send an array of four: protected header, unprotected header, null and the signature.',
          refusal: 'The device signature is no COSE_Sign1.',
        },
        unprotected: {
          says: 'The alg of the device signature stands in the unprotected header alone',
          fix: 'Move alg into the protected header, and sign it with the rest of that header.',
        },
      },
      explains: ['vp.mdoc.device_signature'],
      clauses: ['OID4VP-1FINALA-B.2.2', 'RFC9053-2.1', 'RFC9052-3.1'],
      level: 'must',
      refusal:
        'Sign with an algorithm that fits the device key and that the request allows, named in the protected header.',
      judges: { token: 'presented_credential', member: 'documents.0.device_signed' },
      why: 'The verifier cannot verify other algorithms.',
      run: onMdocDocument(({ device: { signature } }) => {
        if (signature === null) return notApplicable(say`There is no deviceSignature.`)
        const { shape, alg } = signature.cose
        if (shape === 'other') return violated('no_sign1', { expected: say`a COSE_Sign1`, actual: bare.somethingElse })
        if (alg.value !== null && !alg.inProtected) {
          return violated('unprotected', {
            expected: say`alg in the protected header`,
            actual: say`alg in the unprotected header`,
          })
        }
        return judgeCoseAlg(alg, say`an algorithm of deviceauth_alg_values`)
      }),
    },
    device_payload_detached: {
      title: 'Device signature comes without its payload',
      problem: 'The device signature carries a payload',
      clauses: ['ISO18013-5-9.1.3.6'],
      level: 'must',
      judges: { token: 'presented_credential', member: 'documents.0.device_signed' },
      why: 'The verifier builds the payload itself; one that is sent could differ from it.',
      hint: 'Set the payload to null.',
      run: onMdocDocument(({ device: { signature, mac } }) => {
        const proof = signature ?? mac
        if (proof === null || proof.cose.shape === 'other')
          return notApplicable(say`There is no deviceAuth that can be read.`)
        return proof.cose.payload === 'null' ? pass() : violated({ expected: null, actual: say`a payload` })
      }),
    },
    device_signature: {
      title: 'Device signature is valid for this request',
      reasons: {
        ...unexplainedReasons('The device signature'),
        ...proofReasons('The device signature'),
        ...unverifiedReasons('The device signature'),
      },
      refusal: 'The device signature is not valid for this request.',
      clauses: ['OID4VP-1FINALA-B.2.6.1', 'OID4VP-1FINAL-14.1.2', 'ISO18013-5-9.1.3.4'],
      level: 'must',
      counterpart: 'ParseCredentialAsMdoc',
      judges: { token: 'presented_credential', member: 'documents.0.device_signed' },
      why: 'It covers client_id, nonce, response_uri and encryption key, so that no other verifier can reuse it.',
      run: onMdocDocument(({ device: { signature, mac }, mso }, { transcript }, { answer }) => {
        const removed = removedOnPurpose(answer.request, 'nonce', 'client_id', 'response_uri')
        if (removed !== null && wasCompared(signature)) return notApplicable(removed)
        if (signature === null) {
          return notApplicable(
            mac === null ? say`There is no device signature.` : say`The device sent a MAC; see vp.mdoc.device_mac.`,
          )
        }
        return judgeForRequest(signature, transcript.handover, mso?.deviceKey.thumbprint ?? null)
      }),
    },
    device_mac: {
      title: 'Device MAC is valid for this request',
      reasons: {
        ...unexplainedReasons('The device MAC'),
        not_allowed: {
          says: 'The device proves possession with a MAC, which the request does not allow',
          fix: 'Send deviceSignature unless deviceauth_alg_values allows a MAC.',
        },
        no_reader_key: {
          says: 'The device MAC cannot be verified: the response is not encrypted, so there is no key of the verifier in it',
          fix: 'Send deviceSignature in a response that is not encrypted.',
        },
        ...proofReasons('The device MAC'),
        ...mixedReason('The device MAC'),
        ...unverifiedReasons('The device MAC'),
      },
      refusal: 'The device MAC is not valid for this request, or cannot be verified.',
      clauses: ['OID4VP-1FINALA-B.2.2', 'ISO18013-5-9.1.3.5'],
      // ISO/IEC 18013-5 lets a device choose a MAC. An unverifiable one proves as little as a wrong signature.
      level: 'must',
      counterpart: 'ParseCredentialAsMdoc',
      judges: { token: 'presented_credential', member: 'documents.0.device_signed' },
      why: 'A MAC needs a key of the verifier, which only an encrypted response has.',
      run: onMdocDocument(({ device: { mac }, mso }, { transcript }, { answer }) => {
        const removed = removedOnPurpose(answer.request, 'nonce', 'client_id', 'response_uri')
        if (removed !== null && wasCompared(mac)) return notApplicable(removed)
        if (mac === null) return notApplicable(say`There is no deviceMac.`)
        const outcome = judgeForRequest(mac, transcript.handover, mso?.deviceKey.thumbprint ?? null)
        return outcome.result === 'pass' && !mac.cose.alg.allowed
          ? tolerated('not_allowed', {
              expected: say`deviceSignature`,
              actual: say`deviceMac, which the request does not allow`,
            })
          : outcome
      }),
    },
    transcript_variant: {
      title: 'Device proof was made for OpenID4VP 1.0',
      reasons: { ...proofReasons('The device proof'), ...mixedReason('The device proof') },
      clauses: ['OID4VP-1FINALA-B.2.6.1'],
      level: 'info',
      judges: { token: 'presented_credential', member: 'documents.0.device_signed' },
      why: 'Wallets of earlier drafts and other protocols bind their proof to other data.',
      run: onMdocDocument(({ device: { signature, mac } }, { transcript }, { answer }) => {
        const proof = signature ?? mac
        if (proof === null) return notApplicable(say`There is no deviceAuth that can be read.`)
        const removed = removedOnPurpose(answer.request, 'nonce', 'client_id', 'response_uri')
        if (removed !== null && wasCompared(proof)) return notApplicable(removed)
        const { handover } = transcript
        const expected = word(ownVariant(handover))
        // One cause is blamed once.
        if (isBlamed(proof, handover))
          return notObserved(
            say`The proof is refused, with what it was made for; see ${word(signature === null ? 'vp.mdoc.device_mac' : 'vp.mdoc.device_signature')}.`,
          )
        if (proof.variant === null)
          return notObserved(say`The proof verifies with none of the transcripts that were tried.`)
        if (proof.saltedWith === null && proof.variant === ownVariant(handover)) return pass(word(proof.variant))
        return violated(proofKey(proof, handover), { expected, actual: madeFor(proof, handover) })
      }),
      rejects: null,
    },
    device_namespaces_empty: {
      title: 'Device signs no elements itself',
      problem: 'The device signed elements itself',
      clauses: ['ISO18013-5-9.1.2.4'],
      level: 'should',
      counterpart: 'EnsureMdocDeviceSignedElementsEmpty',
      judges: { token: 'presented_credential', member: 'documents.0.device_signed' },
      why: 'The issuer does not vouch for what the device signs itself.',
      hint: 'Send an empty map in nameSpaces of deviceSigned.',
      run: onMdocDocument(({ device: { namespaces, elements } }) => {
        if (namespaces !== 'embedded') return notApplicable(say`The device has signed no namespaces.`)
        return elements.length === 0 || elements.every(({ authorized }) => authorized)
          ? pass()
          : violated({
              expected: say`no elements`,
              actual: shownPaths(elements.map(({ namespace, name }) => [namespace, name])),
            })
      }),
      rejects: null,
    },
    key_authorized: {
      title: 'Device signs only elements that its issuer allows',
      reasons: {
        broken: {
          says: 'The device signs elements that its issuer does not allow it to sign',
          fix: 'Sign only elements that keyAuthorizations of the mobile security object names.',
        },
        transaction_data: {
          says: 'The issuer did not authorise the key for this element',
          fix: 'Sign only elements that keyAuthorizations of the mobile security object names, and refuse transaction data that need another with the error invalid_transaction_data.',
          clause: 'OID4VP-1FINALA-B.2.1',
        },
      },
      refusal: 'The device signs elements that its issuer does not allow it to sign.',
      clauses: ['ISO18013-5-9.1.2.4', 'OID4VP-1FINALA-B.2.1'],
      level: 'must',
      judges: { token: 'presented_credential', member: 'documents.0.device_signed' },
      why: 'Otherwise a wallet could add any claim to the document.',
      run: onMdocDocument(({ device: { elements } }, _mdoc, { presented: { queryId }, answer: { request } }) => {
        if (elements.length === 0) return notApplicable(say`The device signs no elements.`)
        const other = elements.filter(({ authorized }) => !authorized)
        const confirms = request.transactions.some(({ credentialIds }) => credentialIds.includes(queryId))
        return other.length === 0
          ? pass()
          : violated(confirms ? 'transaction_data' : broken, {
              expected: say`elements of keyAuthorizations`,
              actual: shownPaths(other.map(({ namespace, name }) => [namespace, name])),
            })
      }),
    },
    element_types: {
      title: 'Elements have the CBOR types of their document',
      problem: 'An element does not have the CBOR type of its document',
      clauses: ['RFC8943-2.1', 'ISO18013-5-7'],
      level: 'info',
      judges: { token: 'presented_credential', member: 'documents.0.elements' },
      why: 'Verifiers do not understand other types.',
      hint: 'Write dates under tag 1004 or 0, pictures as bytes and names as text.',
      acts: 'issuer',
      run: onMdocDocument(({ elements }) => {
        const known = elements.flatMap(({ name, value }) => {
          const type = name === null ? undefined : types.get(name)
          return type === undefined || value === null ? [] : [{ name: name ?? '', good: type(value) }]
        })
        if (known.length === 0) return notApplicable(say`No element with a known type was presented.`)
        const bad = known.filter(({ good }) => !good)
        return bad.length === 0
          ? pass(say`${known.length} elements`)
          : violated({ expected: say`the type of the element`, actual: shownPaths(bad.map(({ name }) => [name])) })
      }),
      rejects: null,
    },
  },
)
