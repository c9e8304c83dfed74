"""Charts of maps: names and roads that can be read."""

import pytest

from gamedsl.table.maps.charts import Road, Size, find_chart

# A wheel: a hub, and places around it that are joined to it and to the next one.
_AROUND = [(0.5, 0.0), (0.9, 0.25), (1.0, 0.6), (0.75, 1.0), (0.3, 1.0), (0.0, 0.65), (0.1, 0.2)]
_WHEEL = [*_AROUND, (0.5, 0.5)]
_ROADS = [Road((at, (at + 1) % 7), 2) for at in range(7)] + [Road((at, 7), 2) for at in range(7)]
_SIZES = [Size(9 + at % 4, 2) for at in range(8)]


@pytest.mark.parametrize("width", [60, 78, 118])
def test_no_name_covers_another_one_and_all_are_inside(width: int) -> None:
    chart = find_chart(_WHEEL, _SIZES, _ROADS, width)
    assert chart is not None
    taken = [
        {
            (x + across, y + down)
            for across in range(-size.width // 2, size.width // 2 + 1)
            for down in range(size.lines)
        }
        for (x, y), size in zip(chart.middles, _SIZES, strict=True)
    ]
    assert sum(map(len, taken)) == len(set[tuple[int, int]]().union(*taken))
    assert all(0 <= x < width and 0 <= y < chart.rows for cells in taken for x, y in cells)


def test_no_road_runs_through_a_name_where_it_does_not_end() -> None:
    chart = find_chart(_WHEEL, _SIZES, _ROADS, 78)
    assert chart is not None
    for road in _ROADS:
        (x, y), (to_x, to_y) = (chart.middles[end] for end in road.ends)
        on_road = {(round(x + (to_x - x) * at / 99), round(y + (to_y - y) * at / 99)) for at in range(100)}
        for place, (middle, row) in enumerate(chart.middles):
            half = _SIZES[place].width // 2
            name = {(column, row) for column in range(middle - half, middle + half + 1)}
            assert place in road.ends or not on_road & name


@pytest.mark.parametrize(
    ("count", "width"), [(3, 78), (30, 78), (8, 30)], ids=["too few places", "too many places", "too narrow"]
)
def test_other_maps_have_no_chart(count: int, width: int) -> None:
    points = [_WHEEL[at % 8] for at in range(count)]
    roads = [Road((at, at + 1), 0) for at in range(count - 1)]
    assert find_chart(points, [Size(12, 2)] * count, roads, width) is None
