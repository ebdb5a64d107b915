import { useFormats } from '../i18n/language.tsx';

/** How long ago an instant was; the instant itself where it is pointed at. @param at ISO 8601 */
export function Ago({ at }: { at: string }) {
  const formats = useFormats();
  return (
    <time dateTime={at} title={formats.dateTime(at)} className="whitespace-nowrap">
      {formats.ago(at)}
    </time>
  );
}
