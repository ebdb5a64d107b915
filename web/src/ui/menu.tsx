import { Menu as Base } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from './class-names.ts';

const ITEM = 'flex w-full items-center gap-2.5 rounded-md px-2.5 py-1.5 outline-none select-none data-[highlighted]:bg-hover';

/** A list of deeds behind a button. */
export function Menu({
  trigger,
  children,
  side = 'bottom',
  align = 'end',
}: {
  trigger: ReactElement;
  children: ReactNode;
  side?: 'top' | 'bottom';
  align?: 'start' | 'end';
}) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner side={side} align={align} sideOffset={6} className="z-50">
          <Base.Popup className="max-h-[70dvh] min-w-52 max-w-80 overflow-auto rounded-xl border border-line bg-raised p-1 shadow-raised outline-none">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export function MenuItem({
  onSelect,
  children,
  danger = false,
  disabled = false,
}: {
  onSelect: () => void;
  children: ReactNode;
  danger?: boolean;
  disabled?: boolean;
}) {
  return (
    <Base.Item className={classNames(ITEM, danger && 'text-bad', disabled && 'opacity-50')} disabled={disabled} onClick={onSelect}>
      {children}
    </Base.Item>
  );
}

/** One of some, with a mark at the chosen one. */
export function MenuChoices<V extends string>({
  label,
  value,
  choices,
  onChoose,
}: {
  label: string;
  value: V;
  choices: readonly { value: V; label: ReactNode }[];
  onChoose: (value: V) => void;
}) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2.5 pt-2 pb-1 text-[12px] font-medium text-faint">{label}</Base.GroupLabel>
      <Base.RadioGroup value={value}>
        {choices.map((choice) => (
          <Base.RadioItem key={choice.value} value={choice.value} className={ITEM} onClick={() => onChoose(choice.value)}>
            <span className="min-w-0 flex-1 truncate">{choice.label}</span>
            <Base.RadioItemIndicator>
              <Check className="size-4 text-accent" aria-hidden />
            </Base.RadioItemIndicator>
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  );
}

export function MenuLine() {
  return <Base.Separator className="my-1 border-t border-line" />;
}
