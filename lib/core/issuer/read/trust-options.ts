import { trustOptionsOf } from '../../engine/sessions/trust-options'

/** The members of `POST /sessions` about the European trust framework. */
export const trustOptions = trustOptionsOf({
  framework:
    'eu: an issuer of its own (laboratory) signs its metadata under an access certificate and shows a registration certificate, as European wallets expect.',
  registration:
    'auto: one for what the issuer provides in the framework eu, none otherwise. none, or a compact JWT that is shown as given.',
  where: 'issuer_info',
  signs: 'the metadata of the issuer of this session, and implies eu',
  again: 'as_kept',
})
