import type { CheckId } from '../../ground/ports/check-id'

const parseMdoc = 'ParseCredentialAsMdoc'
const vpToken = 'ExtractVP1FinalVpTokenDCQL'
const formEncoded = 'EnsureIncomingRequestContentTypeIsFormUrlEncoded'
const emptyQuery = 'EnsureIncomingUrlQueryIsEmpty'

/**
 * Conditions of the OpenID Foundation's conformance suite, in its plan for wallets of OpenID4VP 1.0, that ask what one of
 * our checks asks, as of commit 12f2a4dac: who fails here knows what to expect there. A condition may ask more than one
 * check does; a check without an entry has none there.
 * @see https://gitlab.com/openid/conformance-suite
 */
export const counterparts: Readonly<Partial<Record<CheckId, string>>> = {
  'vp.reqpost.content_type': formEncoded,
  'vp.reqpost.accept': 'EnsureIncomingRequestAcceptHeaderIsApplicationOauthAuthzReqJwt',
  'vp.reqpost.query_empty': emptyQuery,
  'vp.reqpost.params_known': 'CheckForUnexpectedParametersInRequestUriPost',
  'vp.reqpost.wallet_metadata_json': 'ExtractWalletMetadataAndNonceFromRequestUriPost',
  'vp.response.http_method': 'EnsureIncomingRequestMethodIsPost',
  'vp.response.content_type': formEncoded,
  'vp.response.query_empty': emptyQuery,
  'vp.response.params_known': 'CheckForUnexpectedParametersInVpAuthorizationResponse',
  'vp.response.no_presentation_submission': 'CheckNoPresentationSubmissionParameter',
  'vp.response.only_response_param': 'ValidateAuthResponseContainsOnlyResponse',
  'vp.response.state_matches': 'CheckStateInAuthorizationResponse',
  'vp.jwe.decrypts': 'DecryptResponse',
  'vp.jwe.alg': 'ValidateJWEHeaderAlgMatchesRequestedAlgorithm',
  'vp.jwe.enc': 'ValidateJWEHeaderEncMatchesRequestedAlgorithm',
  'vp.jwe.kid_matches': 'ValidateJWEHeaderKidIsInClientMetadataJWKs',
  'vp.jwe.cty': 'ValidateJWEHeaderCtyJson',
  'vp.jwe.no_iss_aud_exp': 'ValidateJWEBodyDoesNotIncludeIssExpAud',
  'vp.token.present': vpToken,
  'vp.token.is_object': vpToken,
  'vp.token.not_empty': vpToken,
  'vp.token.array': vpToken,
  'vp.token.ids_known': 'ValidateVpTokenCredentialIdMatchesDcqlQuery',
  'vp.token.count': 'ValidateVpTokenPresentationCountMatchesDcqlQuery',
  'vp.dcql.vct': 'ValidateCredentialVctMatchesDcqlQuery',
  'vp.dcql.doctype': 'ValidateMdocDocTypeMatchesDcqlQuery',
  'vp.min.only_requested_sdjwt': 'CheckOnlyRequestedClaimsDisclosed',
  'vp.min.only_requested_mdoc': 'CheckOnlyRequestedMdocElementsDisclosed',
  'vp.sdjwt.compact': 'ParseCredentialAsSdJwtKb',
  'vp.sdjwt.typ': 'ValidateCredentialJWTHeaderTyp',
  'vp.sdjwt.x5c_chain': 'ValidateSdJwtCredentialX5cCertificateChain',
  'vp.sdjwt.vct': 'ValidateCredentialJWTVct',
  'vp.sdjwt.iat': 'ValidateCredentialJWTIat',
  'vp.sdjwt.nbf': 'ValidateCredentialJWTNbf',
  'vp.sdjwt.exp': 'ValidateCredentialJWTExp',
  'vp.sdjwt.validity_info': 'ValidateCredentialValidityInfoIsPresent',
  'vp.sdjwt.salts_unique': 'ValidateSdJwtDisclosureSaltsAreUnique',
  'vp.sdjwt.cnf_jwk': 'ValidateCredentialCnfJwkIsPublicKey',
  'vp.sdjwt.cnf_clean': 'WarnIfUnexpectedFieldsInCredentialCnf',
  'vp.kb.present': 'ParseCredentialAsSdJwtKb',
  'vp.kb.typ': 'CheckTypInBindingJwt',
  'vp.kb.no_header_keys': 'CheckForUnexpectedParametersInBindingJwtHeader',
  'vp.kb.claims_known': 'CheckForUnexpectedClaimsInBindingJwt',
  'vp.kb.iat_window': 'CheckIatInBindingJwt',
  'vp.kb.aud': 'CheckAudInBindingJwt',
  'vp.kb.nonce': 'CheckNonceInBindingJwt',
  'vp.kb.sd_hash': 'ValidateSdJwtKbSdHash',
  'vp.kb.signature': 'ValidateSdJwtKeyBindingSignature',
  'vp.mdoc.base64url': 'ValidateCredentialIsUnpaddedBase64Url',
  'vp.mdoc.cbor': parseMdoc,
  'vp.mdoc.one_document': parseMdoc,
  'vp.mdoc.issuer_signature': parseMdoc,
  'vp.mdoc.device_signature': parseMdoc,
  'vp.mdoc.device_mac': parseMdoc,
  'vp.mdoc.device_namespaces_empty': 'EnsureMdocDeviceSignedElementsEmpty',
  'vp.mdoc.mso_status': 'ValidateMdocMsoRevocationMechanism',
  'vp.error.exclusive': 'EnsureNoVpTokenInAuthorizationEndpointResponse',
  'vp.error.fits': 'EnsureErrorResponseForUnsatisfiableDcqlQuery',
}
