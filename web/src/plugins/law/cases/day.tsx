/** A day, within the years that the server takes; named by `label` where no label stands beside it. */
export function Day({
  label,
  value,
  onChange,
}: {
  label?: string;
  value: string;
  onChange: (day: string) => void;
}) {
  return (
    <input
      className="field"
      type="date"
      required
      min="1900-01-01"
      max="2199-12-31"
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
