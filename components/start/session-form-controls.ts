// Written by npm run generate from the options of issuer and verifier.
import type { DrawnOption, SentenceWord } from '@/lib/core/engine/sessions/session-form'

export const issuerSentence = {
  "flow": {"label":"Flow","choices":[["pre_authorized_code","pre-authorized code"],["authorization_code","authorization code"]]},
  "credential_offer_mode": {"label":"Offer delivery","choices":[["credential_offer_uri","by reference"],["credential_offer","by value"]]},
  "trust_framework": {"label":"Trust framework","choices":[["","local"],["eu","European"]]},
} as const satisfies Readonly<Record<string, SentenceWord>>

export const issuerOptionFields: readonly DrawnOption[] = [
  {"name":"scheme","control":"select","label":"Scheme of the link","help":"Which app the phone opens. HAIP wallets register haip-vci.","choices":[["","openid-credential-offer:// (default)"],["haip-vci://","haip-vci://"]]},
  {"name":"dpop_nonce","control":"select","label":"DPoP nonce","help":"Whether a fresh nonce is offered to the wallet or required from it. RFC 9449, section 8.","choices":[["","as the service is configured"],["off","off"],["offered","offered"],["required","required"]]},
  {"name":"tx_code","control":"select","label":"Transaction code","help":"A code to type in the wallet; it stands under the QR code. Pre-authorized code flow only.","choices":[["","none"],["numeric","digits"],["text","letters and digits"]]},
  {"name":"tx_code_length","control":"number","shownMember":"tx_code.length","label":"Length of the code","help":"4 to 12 characters. Default 6, in which case the offer does not state a length.","min":4,"max":12},
  {"name":"name","control":"text","label":"Name","help":"Helps you find the session among your runs. You can change it there.","max":100},
  {"name":"expires_in","control":"number","label":"Expires after","help":"Seconds, 60 to 3600. Default 900.","min":60,"max":3600},
]

export const verifierSentence = {
  "response_mode": {"label":"Response mode","choices":[["","encrypted"],["direct_post","unencrypted"]]},
  "profile": {"label":"Profile","choices":[["","OpenID4VP 1.0"],["haip","OpenID4VP 1.0 and HAIP"]]},
  "trust_framework": {"label":"Trust framework","choices":[["","local"],["eu","European"]]},
} as const satisfies Readonly<Record<string, SentenceWord>>

export const verifierOptionFields: readonly DrawnOption[] = [
  {"name":"scheme","control":"select","label":"Scheme of the link","help":"Which app the phone opens. HAIP wallets register haip-vp.","choices":[["","openid4vp:// (default)"],["haip-vp://","haip-vp://"],["eudi-openid4vp://","eudi-openid4vp://"],["mdoc-openid4vp://","mdoc-openid4vp://"]]},
  {"name":"expires_in","control":"number","label":"Expires after","help":"Seconds, 60 to 3600; 900 by default.","min":60,"max":3600},
  {"name":"reveal_claims","control":"switch","label":"Show claim values","help":"For credentials issued here, whose subject is fictitious. Otherwise all values are masked."},
  {"name":"require_trusted_issuer","control":"switch","label":"Refuse credentials of unknown issuers","help":"Otherwise they are checked, and the page says that the issuer is not trusted."},
  {"name":"return_redirect_uri","control":"switch","label":"Send the wallet back to the browser","help":"For a wallet on this device: it opens the redirect_uri from our response. Always on under HAIP.","alwaysOn":{"field":"profile","value":"haip"}},
  {"name":"allow_nonconforming_request","control":"switch","label":"Send a request that breaks the specification","shownMember":null,"help":"See how a wallet handles it. Without this option the request is refused here, with every problem listed."},
  {"name":"name","control":"text","label":"Name","help":"Helps you find the session among your runs. You can change it there.","max":100},
  {"name":"client_id_prefix","control":"select","label":"Who asks","help":"By what the wallet knows the verifier. HAIP and European trust need the hash of its certificate.","choices":[["","as this service is set (default)"],["x509_hash","the hash of its certificate"],["x509_san_dns","the host in its certificate"],["verifier_attestation","a verifier attestation"],["decentralized_identifier","a DID"],["redirect_uri","its address, unsigned"],["pre_registered","a registered name"]]},
  {"name":"registered_client_id","control":"text","label":"Registered client id","help":"The client id that the wallet has registered for this service; without a colon.","max":255},
]
